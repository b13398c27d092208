import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
  for (const code of ['TWO WORDS', '20%OFF', 'A/B', '\u2764', 'a\u0000'])
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
