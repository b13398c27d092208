import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeNumber } from './whole-number.ts'

test('a thousand is a thousand, also with the point that most of Europe types, and a fraction stays one', () => {
  for (const [typed, number] of [
    ['1000', 1000],
    ['1.000', 1000],
    ['12.500', 12_500],
    ['1e3', 1000],
    ['05', 5],
    ['1.5', 1.5],
    ['1.00', 1],
    ['-3', -3],
    ['', Number.NaN],
  ] as const)
    assert.equal(wholeNumber(typed), number, typed)
})
