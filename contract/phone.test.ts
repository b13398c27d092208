import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grouped, isSameNumber, ownDigits, telLink } from './phone.ts'

for (const [written, dialled] of [
  ['+43 (0) 660 123 456 - DW 1234', 'tel:+43660123456;ext=1234'],
  ['+44 20 7946 0121', 'tel:+442079460121'],
  ['+44 (0)20 7946 0121', 'tel:+442079460121'],
  ['(+49) 30 / 901820', 'tel:+4930901820'],
  ['0043 (0) 1 58858-0', 'tel:+431588580'],
  ['00 43 1 58858', 'tel:+43158858'],
  ['0660/123 456', 'tel:0660123456'],
  ['(0) 660 123456', 'tel:0660123456'],
  ['(01) 588 58', 'tel:0158858'],
  ['Tel. 01 588 58 Durchwahl 12', 'tel:0158858;ext=12'],
  ['01 58858 Kl. 12', 'tel:0158858;ext=12'],
  ['020 7946 0121 ext. 4', 'tel:02079460121;ext=4'],
  ['020 7946 0121x4', 'tel:02079460121;ext=4'],
  ['(555) 010-2000 x 17', 'tel:5550102000;ext=17'],
  ['030 901820, App. 7', 'tel:030901820;ext=7'],
  ['+1-555-010-2000;ext=17', 'tel:+15550102000;ext=17'],
  ['+43 660 1234567 / +43 676 7654321', 'tel:+436601234567'],
  ['0660 1234567 oder 0676 7654321', 'tel:06601234567'],
  ['0660 1234567, 0676 7654321', 'tel:06601234567'],
  ['4+4 12 34', 'tel:4'],
  ['DW 12', 'tel:12'],
  ['144', 'tel:144'],
  ['none', undefined],
] as const) {
  test(`${written} is dialled as ${dialled}`, () => assert.equal(telLink(written), dialled))
}

test('what is dialled is always an address that the standard knows', () => {
  const odd = [
    '+',
    '++43 1',
    '(0)',
    '+43 (0)',
    'x',
    'ext 5 ext 6',
    '٣٤٥ 12',
    '+43\u2011660\u00a0123',
    '#31#0660 1',
    '+'.repeat(40),
    'x1'.repeat(20),
  ]
  for (const written of odd) assert.match(telLink(written) ?? 'tel:0', /^tel:\+?\d+(;ext=\d+)?$/, written)
})

const written = [
  '030 12345',
  '+49 (0)30/123-45',
  '0049 30 12345',
  '+49 030 12345',
  '3012345',
  '12345',
  'call anna +49 (0)30/123-45',
  '０３０ １２３４５',
]

test('a number is the same in every form in which it is written, to its last five digits', () => {
  for (const one of written) for (const other of written) assert.ok(isSameNumber(one, other), `${one} and ${other}`)
  assert.deepEqual([...new Set(written.map(ownDigits))], ['3012345', '12345'])
})

test('two numbers are not taken for one because they end alike', () => {
  for (const [one, other] of [
    ['030 12345', '040 12345'],
    ['+49 30 12345', '+43 30 12345'],
    ['030 12345', '2345'],
    ['+44 7700 900123', '+44 7700 901123'],
    ['112', '110'],
    ['none', 'none'],
    ['', ''],
  ] as const)
    assert.ok(!isSameNumber(one, other), `${one} and ${other}`)
  assert.ok(isSameNumber('110', '110'))
  assert.ok(isSameNumber('01 588 58 DW 12', '+43 1 58858'))
})

for (const [typed, shown] of [
  ['03012345', '030 123 45'],
  ['3012345', '301 2345'],
  ['01711234567', '017 112 345 67'],
  ['+493012345', '+49 301 2345'],
  ['00493012345', '0049 301 2345'],
  ['+12125550123', '+1 212 555 0123'],
  ['+358912345678', '+358 912 345 678'],
  ['123456', '123456'],
  ['+49 (0)30/123-45', '+49 (0)30/123-45'],
  ['030 12345', '030 12345'],
  ['call anna 03012345', 'call anna 03012345'],
  ['', ''],
] as const) {
  test(`${typed} is shown as ${shown}`, () => assert.equal(grouped(typed), shown))
}

test('grouping changes no digit and leaves none alone at the end', () => {
  for (let length = 1; length <= 40; length++)
    for (const before of ['', '+', '0', '00']) {
      const typed = before + '123456789'.repeat(5).slice(0, length)
      assert.equal(grouped(typed).replaceAll(' ', ''), typed)
      assert.doesNotMatch(grouped(typed), / \d$/)
    }
})
