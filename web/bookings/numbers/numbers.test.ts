import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookingNumber } from '#contract/booking-numbers.ts'
import { axisOf } from './axis.ts'
import { discountsIn } from './discounts.ts'
import { withGaps } from './gaps.ts'
import { daysOfMonth, monthAfter, monthOf } from './months.ts'
import { inTotal } from './statuses.ts'

const line = (by: BookingNumber['by'], value: string, more: Partial<BookingNumber> = {}): BookingNumber => ({
  by,
  value,
  discountPercentage: 0,
  pending: 1,
  confirmed: 1,
  canceled: 0,
  ...more,
})

test('a month is all of its days, and only those are a month', () => {
  assert.equal(daysOfMonth('2026-11'), '2026-11-01..2026-11-30')
  assert.equal(daysOfMonth('2028-02'), '2028-02-01..2028-02-29')
  assert.equal(daysOfMonth('0026-11'), '0026-11-01..0026-11-30')
  assert.equal(monthOf('2026-12-01..2026-12-31'), '2026-12')
  for (const days of [undefined, '2026-11-01..2026-11-29', '2026-11-01..2026-12-31', '2026-11-01..', '..2026-11-30', '2026-11-01'])
    assert.equal(monthOf(days), undefined, String(days))
})

test('months follow each other over the ends of years', () => {
  assert.equal(monthAfter('2026-12', 1), '2027-01')
  assert.equal(monthAfter('2026-01', -1), '2025-12')
})

test('every day or month of the period has a bar, also without bookings', () => {
  const values = (lines: BookingNumber[], from: string, to: string) => withGaps(lines, { from, to }).map(({ value }) => value)
  const days = ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']
  assert.deepEqual(values([line('day', '2028-02-28')], '2028-02-27', '2028-03-01'), days)
  assert.equal(withGaps([line('day', '2026-11-01')], { from: '2026-11-01', to: '2026-11-03' })[1]?.pending, 0)
  assert.deepEqual(values([line('month', '2026-01')], '2025-12-15', '2026-03-04'), ['2025-12', '2026-01', '2026-02', '2026-03'])
  assert.deepEqual(values([], '2026-01-01', '2026-01-31'), [])
})

test('the axis ends at or above the greatest bar, in at most four round steps', () => {
  for (const [greatest, axis] of [
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [24, [0, 10, 20, 30]],
    [100, [0, 50, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
  ] as const)
    assert.deepEqual(axisOf(greatest), axis, String(greatest))
})

test('the total counts canceled bookings, and says how many they are', () => {
  assert.equal(inTotal({ pending: 1, confirmed: 0, canceled: 0 }), '1 booking')
  assert.equal(inTotal({ pending: 1, confirmed: 2, canceled: 3 }), '6 bookings, 3 of them canceled')
})

test('discounts are told by their percentage, and none for what was canceled', () => {
  const discounts = [
    line('discount', '', { discountPercentage: 100, pending: 0, confirmed: 0, canceled: 2 }),
    line('discount', '', { discountPercentage: 50, pending: 0, canceled: 7 }),
    line('discount', '', { discountPercentage: 20, pending: 5 }),
  ]
  assert.equal(discountsIn(discounts), '1 booking with 50% off, 6 with 20% off (canceled not counted)')
  assert.equal(discountsIn([]), 'No discounts given')
})
