import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CountryCode, getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { processorTime } from '#testing/cost.ts'
import { isSameNumber, phoneNumbersIn } from './numbers.ts'

const linksIn = (text: string, country?: CountryCode) => phoneNumbersIn(text, country).map(({ link }) => link)

/** Numbers as people type them, with the number that is dialled. */
const fromTheField: [typed: string, dialled: string][] = [
  ['0660 1234567 ab 18 Uhr', 'tel:06601234567'],
  ['01 58858 (Mo-Fr 9-17h)', 'tel:0158858'],
  ['0660/1234567 / 0676/7654321', 'tel:06601234567'],
  ['0660 1234567 / +43 676 7654321', 'tel:06601234567'],
  ['0660 1234567 | 0676 7654321', 'tel:06601234567'],
  ['0660 1234567  0676 7654321', 'tel:06601234567'],
  ['0660 1234567 (mobil) 01 58858 (privat)', 'tel:06601234567'],
  ['02-2223456/8', 'tel:022223456'],
  ['8 (423) 202-25-11, доб. 100', 'tel:84232022511;ext=100'],
  ['+7 (495) 988-53-88 доб. 1311', 'tel:+74959885388;ext=1311'],
  ['01 23 45 67 89 poste 123', 'tel:0123456789;ext=123'],
  ['011 4321-1234 interno 55', 'tel:01143211234;ext=55'],
  ['020 123 4567 toestel 12', 'tel:0201234567;ext=12'],
  ['555-123-4567 #12', 'tel:5551234567;ext=12'],
  ['2x 0660 1234567', 'tel:06601234567'],
  ['٠٦٦٠ ١٢٣ ٤٥٦٧', 'tel:06601234567'],
  ['०९८ ७६५४ ३२१०', 'tel:09876543210'],
  ['０９０－１２３４－５６７８', 'tel:09012345678'],
  ['090ー1234ー5678', 'tel:09012345678'],
  ['1-800-FLOWERS', 'tel:18003569377'],
]

const others: [typed: string, ...dialled: string[]][] = [
  ['+43 (0) 660 123 456 - DW 1234', 'tel:+43660123456;ext=1234'],
  ['+44 20 7946 0121', 'tel:+442079460121'],
  ['+44 (0)20 7946 0121', 'tel:+442079460121'],
  ['+43 0660 1234567', 'tel:+436601234567'],
  ['(+49) 30 / 901820', 'tel:+4930901820'],
  ['0043 (0) 1 58858-0', 'tel:+431588580'],
  ['00 43 1 58858', 'tel:+43158858'],
  ['000660 1234567', 'tel:0006601234567'],
  ['0012345', 'tel:0012345'],
  ['tel:+43-660-1234567', 'tel:+436601234567'],
  ['0660/123 456', 'tel:0660123456'],
  ['(0) 660 123456', 'tel:0660123456'],
  ['(01) 588 58', 'tel:0158858'],
  ['0211 / 12345', 'tel:021112345'],
  ['Tel. 01 588 58 Durchwahl 12', 'tel:0158858;ext=12'],
  ['01 58858 Kl. 12', 'tel:0158858;ext=12'],
  ['020 7946 0121 ext. 4', 'tel:02079460121;ext=4'],
  ['020 7946 0121x4', 'tel:02079460121;ext=4'],
  ['(555) 010-2000 x 17', 'tel:5550102000;ext=17'],
  ['030 901820, App. 7', 'tel:030901820;ext=7'],
  ['+1-555-010-2000;ext=17', 'tel:+15550102000;ext=17'],
  ['06-1234567 tst. 12', 'tel:061234567;ext=12'],
  ['01 58858 ext. 1234567', 'tel:0158858;ext=1234567'],
  ['03-1234-5678 内線 9', 'tel:0312345678;ext=9'],
  ['+43 660 1234567 / +43 676 7654321', 'tel:+436601234567', 'tel:+436767654321'],
  ['0660 1234567 oder 0676 7654321', 'tel:06601234567', 'tel:06767654321'],
  ['030 123456 / 123456', 'tel:030123456'],
  ['0660 1234567, 0676 7654321', 'tel:06601234567', 'tel:06767654321'],
  ['0660 1234567 0676 7654321', 'tel:06601234567', 'tel:06767654321'],
  ['0660-1234567 & 0676-7654321', 'tel:06601234567', 'tel:06767654321'],
  ['1) 0660 1234567 2) 0676 7654321', 'tel:06601234567', 'tel:06767654321'],
  ['202-555-0142 202-555-0143', 'tel:2025550142', 'tel:2025550143'],
  ['8 912 345-67-89 8 912 345-67-90', 'tel:89123456789', 'tel:89123456790'],
  ['0660 5554443 (after 6 pm)', 'tel:06605554443'],
  ['0660 1234567 18 Uhr', 'tel:06601234567'],
  ['0660 1234567 17-19 Uhr', 'tel:06601234567'],
  ['0660 1234567 9.30 h', 'tel:06601234567'],
  ['0660 1234567 18:30', 'tel:06601234567'],
  ['0660 1234567 6pm', 'tel:06601234567'],
  ['0660 1234567 4 Karten', 'tel:06601234567'],
  ['0660 1234567 (2)', 'tel:06601234567'],
  ['0660 1234567 27.11.', 'tel:06601234567'],
  ['0660 1234567 am 27.11.2026', 'tel:06601234567'],
  ['0660 1234567 11/27/2026', 'tel:06601234567'],
  ['27.11. 0660 1234567', 'tel:06601234567'],
  ['2026-11-27 0660 1234567', 'tel:06601234567'],
  ['Room 12, +43 660 1234567', 'tel:+436601234567'],
  ['Saal 3: 0660 1234567, Tisch 5', 'tel:06601234567'],
  ['01 23 45 67 89 bureau', 'tel:0123456789'],
  ['0660 123 45 67 abends', 'tel:06601234567'],
  ['06 12 34 56 78 20h', 'tel:0612345678'],
  ['01 588 58 18 Uhr', 'tel:0158858'],
  ['0660 123 45 67 20 min', 'tel:06601234567'],
  ['0660 123 45 67 2 Erw', 'tel:06601234567'],
  ['06 12 34 56 78 2 places', 'tel:0612345678'],
  ['+33 6 12 34 56 78 2 adultes', 'tel:+33612345678'],
  ['090-1234-5678 2名', 'tel:09012345678'],
  ['0660 1234567 18.30', 'tel:06601234567'],
  ['0660 1234567 8-12', 'tel:06601234567'],
  ['01 58858/59/60', 'tel:0158858'],
  ['030/123/45/67', 'tel:0301234567'],
  ['1-800-GO-FEDEX', 'tel:18004633339'],
  ['1 800 CALL NOW', 'tel:18002255669'],
  ['1-800-Flowers', 'tel:18003569377'],
  ['+1 (800) FLOWERS', 'tel:+18003569377'],
  ['0800 REPAIRS', 'tel:08007372477'],
  ['۰۹۱۲ ۳۴۵ ۶۷۸۹', 'tel:09123456789'],
  ['০১৭১২-৩৪৫৬৭৮', 'tel:01712345678'],
  ['\u2068+43\u2011660\u00a01234567\u2069', 'tel:+436601234567'],
  ['4+4 12 34', 'tel:+41234'],
  ['DW 12', 'tel:12'],
  ['144', 'tel:144'],
  ['5-12 0660 1234567', 'tel:06601234567'],
  ['27/11 0660 1234567', 'tel:06601234567'],
  ['27. 11. 0660 1234567', 'tel:06601234567'],
  ['27.11. 20.15 01 58858', 'tel:0158858'],
  ['2 01 58858', 'tel:0158858'],
  ['#5 01 58858', 'tel:0158858'],
  ['17.30-19.00 0660 1234567', 'tel:06601234567'],
  ['2 +43 1 58858', 'tel:+43158858'],
  ['3/0660 1234567', 'tel:06601234567'],
  ['0660 123 45 67 20 Stk', 'tel:06601234567'],
  ['0660 123 4567 20 Stk', 'tel:06601234567'],
  ['0660 123 45 67 27.11. 20 Stk', 'tel:06601234567'],
  ['0660 123 45 67 20', 'tel:06601234567'],
  ['06 12 34 56 78 20 Stk', 'tel:0612345678'],
  ['+34 612 34 56 78', 'tel:+34612345678'],
  ['0660 1234567 -2', 'tel:06601234567'],
  ['01 588 58 -2', 'tel:0158858'],
  ['0660 1234567 – 2 VIP', 'tel:06601234567'],
  ['01 58858-20', 'tel:015885820'],
  ['0660 1234567 27/11', 'tel:06601234567'],
  ['01 588 58 27/11', 'tel:0158858'],
  ['0660 1234567 2026', 'tel:06601234567'],
  ['0660 1234567 20 0676 7654321', 'tel:06601234567', 'tel:06767654321'],
  ['0660 1234567 x 4', 'tel:06601234567'],
  ['078 123 44 08 x 4', 'tel:0781234408'],
  ['0660 1234567 x4 Karten', 'tel:06601234567'],
  ['0660 1234567 x4', 'tel:06601234567;ext=4'],
  ['0660 1234567 ext 4', 'tel:06601234567;ext=4'],
  ['0660~1234567', 'tel:06601234567'],
  ['0660=1234567', 'tel:06601234567'],
  ['0660,1234567', 'tel:06601234567'],
  ['01 58858 p. 123', 'tel:0158858;ext=123'],
  ['01 23 45 67 89 poste n° 123', 'tel:0123456789;ext=123'],
  ['01 58858 Nebenstelle Nr. 20', 'tel:0158858;ext=20'],
  ['٢ ٠١٠٠ ١٢٣ ٤٥٦٧', 'tel:01001234567'],
  ['٠١٠٠ ١٢٣ ٤٥٦٧ - ٢ أشخاص', 'tel:01001234567'],
  ['20:00 01 58858', 'tel:0158858'],
  ['18:30 - 20:00 0660 1234567', 'tel:06601234567'],
  ['2+2 0660 1234567', 'tel:06601234567'],
  ['01 58858 8-16', 'tel:0158858'],
  ['0660 1234567 x4P', 'tel:06601234567'],
  ['01 58858/DW 20', 'tel:0158858;ext=20'],
  ['01 58858 extension number 20', 'tel:0158858;ext=20'],
  ['none'],
]

for (const country of [undefined, 'AT', 'US', 'FR'] as const) {
  describe(`a number is dialled as it was typed, without what stands beside it, in ${country ?? 'no known country'}`, () => {
    for (const [typed, first] of fromTheField) test(typed, () => assert.equal(linksIn(typed, country)[0], first))
    for (const [typed, ...links] of others) test(typed, () => assert.deepEqual(linksIn(typed, country), links))
  })
}

/** Numbers of a country as people type them there, where libphonenumber tells the number from the note. */
const atHome: [country: CountryCode, typed: string, dialled: string][] = [
  ['AT', '27 11 0660 1234567', 'tel:06601234567'],
  ['TR', 'saat 18 0532 123 45 67 2 kişi', 'tel:05321234567'],
  ['DE', '0151 23 45 67 89 privat', 'tel:015123456789'],
  ['AT', '0664 123 456 78 privat', 'tel:066412345678'],
  ['AT', 'ab 18 01 58858', 'tel:0158858'],
  ['AT', 'Kdnr. 4711 0660 1234567', 'tel:06601234567'],
  ['AT', 'Room 112 0660 1234567', 'tel:06601234567'],
  ['FR', '06 12 34 56 78 20 places', 'tel:0612345678'],
  ['US', '5 202-555-0142', 'tel:2025550142'],
  ['US', '(202) 555-0142 20 pcs', 'tel:2025550142'],
  ['ES', '2 612 345 678', 'tel:612345678'],
  ['ES', '612 34 56 78 27/11', 'tel:612345678'],
  ['TR', '532 012 34 56', 'tel:5320123456'],
  ['PL', '12 012 34 56', 'tel:120123456'],
  ['PL', '2 601 123 456', 'tel:601123456'],
  ['MX', '55 0123 4567', 'tel:5501234567'],
  ['BR', '11 91234 5678 20', 'tel:11912345678'],
  ['GB', '07700 900 123 20 tickets', 'tel:07700900123'],
]
describe('a note is told from a number by the numbers that the country has', () => {
  for (const [country, typed, dialled] of atHome) test(typed, () => assert.deepEqual(linksIn(typed, country), [dialled]))
})

/** Notes in digits, before and after a number without anything between. */
const countsBefore = ['2 ', '#5 ', '5-12 ', '27/11 ', '18.30 ']
const countsAfter = [' -2', ' 27/11', ' 2 Stk', ' 20 Stk', ' x 4']

const before = ['', 'Anna ', 'Room 12, ', '2x ', 'Tel.: ', 'ab 18 Uhr ', 'mobil: ', '1) ']
const after = [
  '',
  ' (after 6 pm)',
  ' ab 18 Uhr',
  ' (Mo-Fr 9-17h)',
  ', Tisch 5',
  ' (mobil)',
  ' | 19:30',
  ', am 27.11.',
  '; 3 Karten',
  ' – bitte anrufen',
]

test('random numbers of every country dial what libphonenumber says, whatever is noted beside them', () => {
  let seed = 7
  const pick = <One>(all: readonly One[]): One => {
    seed = (seed * 48_271) % 2_147_483_647
    return all[seed % all.length] as One
  }
  let tried = 0
  for (const country of getCountries()) {
    for (let round = 0; round < 12; round++) {
      const example = getExampleNumber(country, examples)
      const digits = String(example?.nationalNumber).replace(/\d{3}$/, () => String(100 + ((round * 77) % 900)))
      const number = parsePhoneNumberFromString(digits, country)
      if (!number?.isValid()) continue
      tried++
      const isAbroad = pick([true, false])
      const form = isAbroad ? pick([number.formatInternational(), number.number]) : number.formatNational()
      const typed = pick(before) + form + pick(after)
      const expected = isAbroad ? number.number : form.replace(/\D/g, '')
      for (const home of [country, undefined]) assert.equal(linksIn(typed, home)[0], `tel:${expected}`, `${typed} in ${home}`)
      // A number that begins with 0 or a calling code, or is long enough, is told from a count beside it.
      const noted = /^[0+]\d|^\+/.test(form) ? pick(countsBefore) + form : form + pick(countsAfter)
      if (number.nationalNumber.length > 8 || isAbroad)
        assert.equal(linksIn(noted, country)[0], `tel:${expected}`, `${noted} in ${country}`)
      // Some national numbers have the digits of another country's number.
      const [found] = phoneNumbersIn(typed, country)
      assert.ok(found?.digits.includes(number.number.slice(1)), `${typed} has ${number.number}`)
    }
  }
  assert.ok(tried > 2_000, `${tried} numbers`)
})

test('the address of a number is always one that the standard knows', () => {
  const odd = [
    '+',
    '++43 1',
    '(0)',
    '+43 (0)',
    'x',
    'ext 5 ext 6',
    '٣٤٥ 12',
    '#31#0660 1',
    '+'.repeat(40),
    'x1'.repeat(20),
    '00',
    '1'.repeat(40),
  ]
  for (const text of odd) for (const link of linksIn(text, 'AT')) assert.match(link, /^tel:\+?\d+(;ext=\d+)?$/, text)
})

test('a number is the same in every form in which it is written, to its last five digits', () => {
  const forms = [
    '030 12345',
    '+49 (0)30/123-45',
    '0049 30 12345',
    '+49 030 12345',
    '3012345',
    '12345',
    'call anna +49 (0)30/123-45',
    '０３０ １２３４５',
  ]
  for (const country of [undefined, 'DE'] as const)
    for (const one of forms) for (const other of forms) assert.ok(isSame(one, other, country), `${one} and ${other} in ${country}`)
  assert.ok(isSame('110', '110'))
  assert.ok(isSame('01 588 58 DW 12', '+43 1 58858'))
  assert.ok(isSame('0660 1234567', '43 660 1234567'))
  assert.ok(isSame('3012345', '+49 30 12345', 'AT'), 'digits without a prefix may be the end of a number of any country')
})

test('two numbers are not taken for one because they end alike', () => {
  for (const [one, other, country] of [
    ['030 12345', '040 12345'],
    ['+49 30 12345', '+43 30 12345'],
    ['030 12345', '+49 30 12345', 'AT'],
    ['030 12345', '2345'],
    ['+44 7700 900123', '+44 7700 901123'],
    ['112', '110'],
  ] as const)
    assert.ok(!isSame(one, other, country), `${one} and ${other}`)
})

const isSame = (one: string, other: string, country?: CountryCode) => {
  const [[a], [b]] = [phoneNumbersIn(one, country), phoneNumbersIn(other, country)]
  return isSameNumber(a!, b!)
}

test('no text of 200 characters takes longer than a moment', () => {
  const parts = [
    '1 ',
    '0 ',
    '2 ',
    '12 01 ',
    '2 0660 1234567 ',
    '0660 1234567 ',
    '+1 ',
    '(1',
    '1A',
    '٠',
    'ﷺ',
    '1/',
    '12345678 ',
    '1-800-A',
    ' ext 1',
    '00',
  ]
  linksIn('0660 1234567', 'AT')
  for (const part of parts) {
    const begun = processorTime()
    linksIn(part.repeat(20_000), 'AT')
    const taken = processorTime() - begun
    assert.ok(taken < 50, `${part}: ${Math.round(taken)} ms`)
  }
})
