import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeNumber } from './whole-number.ts'

test('a thousand is a thousand, with the mark of any country between its digits, and a fraction stays one, with a point or a comma', () => {
  for (const [typed, number] of [
    ['1000', 1000],
    ['1.000', 1000],
    ['1,000', 1000],
    ['12.500', 12_500],
    ['1.000.000', 1_000_000],
    ['1,000,000', 1_000_000],
    ['1 000', 1000],
    ['1\u00a0000', 1000],
    ['1\u202f000', 1000],
    ["1'000", 1000],
    ['1’000’000', 1_000_000],
    ['1e3', 1000],
    ['05', 5],
    [' 20 ', 20],
    ['+20', 20],
    ['1.5', 1.5],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['0,5', 0.5],
    ['0,500', 0.5],
    ['1.00', 1],
    ['1,00', 1],
    ['1234,567', 1234.567],
    ['-3', -3],
    ['1.000,5', Number.NaN],
    ['1,000.000', Number.NaN],
    ['1,00,000', Number.NaN],
    ['1 2', Number.NaN],
    ['12,', Number.NaN],
    ['0x10', Number.NaN],
    ['20%', Number.NaN],
    ['twenty', Number.NaN],
    ['Infinity', Number.NaN],
    ['', Number.NaN],
  ] as const)
    assert.equal(wholeNumber(typed), number, typed)
})

test('the unit of a field may follow its number', () => {
  for (const typed of ['20%', '20 %', ' 20 % ']) assert.equal(wholeNumber(typed, '%'), 20, typed)
  assert.equal(wholeNumber('12,5 %', '%'), 12.5)
  assert.equal(wholeNumber('%', '%'), Number.NaN)
})
