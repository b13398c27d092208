import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { codeLetters } from './code-letters.ts'
import { codeKey, PromoCodeInput, promoCode } from './promo-codes.ts'

/** Codes as typed or copied, with the canonical code. */
const copied: [typed: string, meant: string][] = [
  ['summer-20', 'SUMMER-20'],
  ['SUMMER-20\u200b', 'SUMMER-20'],
  ['\u202aSUMMER-20\u202c', 'SUMMER-20'],
  ['SUM\u00adMER-20', 'SUMMER-20'],
  ['SUMMER\u201120', 'SUMMER-20'],
  ['SUMMER\u201320', 'SUMMER-20'],
  ['SUMMER\u221220', 'SUMMER-20'],
  ['SUMMER\u001e20', 'SUMMER-20'],
  ['"SUMMER-20"', 'SUMMER-20'],
  ['\u201eSUMMER-20\u201c', 'SUMMER-20'],
  ['\u00ab\u00a0SUMMER-20\u00a0\u00bb', 'SUMMER-20'],
  ['\u300cSUMMER-20\u300d', 'SUMMER-20'],
  ['\u2033SUMMER-20\u2033', 'SUMMER-20'],
  ['SUMMER-20.', 'SUMMER-20'],
  ['SUMMER-20\u3002', 'SUMMER-20'],
  ['(SUMMER-20)!', 'SUMMER-20'],
  ['\uff33\uff35\uff2d\uff2d\uff25\uff32-20', 'SUMMER-20'],
  ['\uff53\uff55\uff4d\uff4d\uff45\uff52\uff0d\uff12\uff10', 'SUMMER-20'],
  ['e\u0301te\u03012026', '\u00c9T\u00c92026'],
  ['gro\u00df', 'GRO\u1e9e'],
  ['gross', 'GRO\u1e9e'],
  ['indirim20', '\u0130ND\u0130R\u0130M20'],
  ['i\u0307ndi\u0307ri\u0307m20', '\u0130ND\u0130R\u0130M20'],
  ['ınd\u0131r\u0131m20', '\u0130ND\u0130R\u0130M20'],
  ['οδοσ', 'ΟΔΟΣ'],
  ['\ufb01lm', 'FILM'],
  ['SUMMER\u30fc20', 'SUMMER-20'],
  ['\u30b5\u30de\u30fc20', '\u30b5\u30de\u30fc20'],
  ['SUMMER -20', 'SUMMER-20'],
  ['SUMMER \u2013 20', 'SUMMER-20'],
  ['SUMMER-\r\n20', 'SUMMER-20'],
  ['*SUMMER-20*', 'SUMMER-20'],
  ['*_SUMMER-20_*', 'SUMMER-20'],
  ['```SUMMER-20```', 'SUMMER-20'],
  ['> SUMMER-20', 'SUMMER-20'],
  ['- SUMMER-20', 'SUMMER-20'],
  ['#SUMMER-20', 'SUMMER-20'],
  ['<SUMMER-20>', 'SUMMER-20'],
  ['\u3010SUMMER-20\u3011', 'SUMMER-20'],
  ['Code: SUMMER-20', 'SUMMER-20'],
  ['Code:SUMMER-20', 'SUMMER-20'],
  ['Code 4711', '4711'],
  ['Promo code SUMMER-20', 'SUMMER-20'],
  ['Gutschein SUMMER-20', 'SUMMER-20'],
  ['Aktionscode: SUMMER-20', 'SUMMER-20'],
  ['Ihr Gutscheincode lautet SUMMER-20.', 'SUMMER-20'],
  ['Coupon: \u201cSUMMER-20\u201d', 'SUMMER-20'],
  ['Code promo : \u00abSUMMER-20\u00bb', 'SUMMER-20'],
  ['C\u00f3digo promocional: SUMMER-20', 'SUMMER-20'],
  ['\u0130ndirim kodu: SUMMER-20', 'SUMMER-20'],
  ['\u043f\u0440\u043e\u043c\u043e\u043a\u043e\u0434 SUMMER-20', 'SUMMER-20'],
  ['\u30af\u30fc\u30dd\u30f3\u30b3\u30fc\u30c9\uff1aSUMMER-20', 'SUMMER-20'],
  ['\u0643\u0648\u062f \u0627\u0644\u062e\u0635\u0645: SUMMER-20', 'SUMMER-20'],
  ['SUMMER-\u0662\u0660', 'SUMMER-20'],
  ['SUMMER-\u096a\u0967', 'SUMMER-41'],
  ['\u{1F449} SUMMER-20 \u2705', 'SUMMER-20'],
  ['*Code:* SUMMER-20', 'SUMMER-20'],
  ['Code \u2192 SUMMER-20', 'SUMMER-20'],
  ['Promo Code \u2013 SUMMER-20', 'SUMMER-20'],
  ['Code de r\u00e9duction SUMMER-20', 'SUMMER-20'],
  ['Cup\u00f3n de descuento: SUMMER-20', 'SUMMER-20'],
  ['Gutschein-Nr. SUMMER-20', 'SUMMER-20'],
  ['\u30b3\u30fc\u30c9\u300cSUMMER-20\u300d', 'SUMMER-20'],
  ['ROCK\u2019N\u2019ROLL', 'ROCKNROLL'],
  ['SUMMER-20\u061f', 'SUMMER-20'],
  ['CODE-20', 'CODE-20'],
  ['CODE', 'CODE'],
]

describe('a promo code is meant', () => {
  for (const [typed, meant] of copied)
    test(`${meant} by ${JSON.stringify(typed)}`, () => {
      assert.equal(codeKey(promoCode.parse(typed)), codeKey(promoCode.parse(meant)))
      assert.equal(promoCode.parse(meant), meant, 'a code is stored with its own letters')
    })
})

test('a code is in upper case, and letters that differ make another one', () => {
  assert.equal(promoCode.parse(' “summer–20”. '), 'SUMMER-20')
  assert.notEqual(codeKey('SUMMER-20'), codeKey('SUMMER_20'))
  assert.notEqual(codeKey('ÉTÉ'), codeKey('ETE'))
})

test('what is left between the letters of a code is refused with what a code may hold', () => {
  for (const code of ['TWO WORDS', 'PROMO 20', 'CODE FROM OUR PARTNERS', 'SUMMER:20', '20%OFF', 'A/B', '\u2764', 'a\u0000'])
    assert.match(
      PromoCodeInput.safeParse({ code, percentage: 1 }).error?.issues[0]?.message ?? '',
      /letters, digits, - and _|can't be stored/,
      code,
    )
  assert.equal(PromoCodeInput.safeParse({ code: '“”', percentage: 1 }).error?.issues[0]?.message, 'Promo Code is required.')
})

test('a branch that is named twice is one of the branches of a code', () => {
  const [one, other] = ['019ac000-0000-7000-8000-000000000001', '019ac000-0000-7000-8000-000000000002']
  assert.deepEqual(PromoCodeInput.parse({ code: 'X', percentage: 1, branches: [one, other, one] }).branches, [one, other])
})

const parts = [
  'a',
  'B',
  '\u0130',
  '\u00df',
  '\u30b5',
  '\u30fc',
  '2',
  '\u0662',
  '-',
  '\u2013',
  ' ',
  '_',
  '*',
  ':',
  '"',
  '(',
  '>',
  '.',
  'code',
  'Coupon',
  'is',
]
const anyCode = fc.oneof(
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join('')),
  fc.string({ unit: 'binary' }),
)

test('the canonical form of a code changes nothing in its own result', () => {
  fc.assert(
    fc.property(anyCode, (text) => assert.equal(codeLetters(codeLetters(text)), codeLetters(text))),
    { numRuns: 3_000 },
  )
})

test('the canonical form of the longest code that is read takes no longer than a moment', () => {
  codeLetters('Code: X')
  for (const part of [...parts, '- ', ': ', 'code ', 'a:']) {
    const before = process.cpuUsage()
    codeLetters(part.repeat(160 / part.length))
    const { user } = process.cpuUsage(before)
    assert.ok(user < 20_000, `${part}: ${user} µs`)
  }
})
