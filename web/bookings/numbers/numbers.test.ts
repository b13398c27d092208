import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookingNumber } from '#contract/booking-numbers.ts'
import { discountsIn } from './discounts.ts'
import { withGaps } from './gaps.ts'
import { daysOfMonth, monthAfter, monthOf } from './months.ts'

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

test('days without bookings stand between the others, as long as they can be looked at', () => {
  const values = (lines: BookingNumber[]) => withGaps(lines).map(({ value }) => value)
  assert.deepEqual(values([line('day', '2028-02-28'), line('day', '2028-03-01')]), ['2028-02-28', '2028-02-29', '2028-03-01'])
  assert.equal(withGaps([line('day', '2026-11-01'), line('day', '2026-11-03')])[1]?.pending, 0)
  assert.deepEqual(values([line('day', '2026-01-01'), line('day', '2026-03-04')]), ['2026-01-01', '2026-03-04'])
  assert.deepEqual(values([line('month', '2026-01'), line('month', '2026-03')]), ['2026-01', '2026-03'])
  assert.deepEqual(values([]), [])
})

test('discounts are told by their percentage, and none for what was canceled', () => {
  const discounts = [
    line('discount', '', { discountPercentage: 100, pending: 0, confirmed: 0, canceled: 2 }),
    line('discount', '', { discountPercentage: 50, pending: 0, canceled: 7 }),
    line('discount', '', { discountPercentage: 20, pending: 5 }),
  ]
  assert.equal(discountsIn(discounts), '1 booking at 50%, 6 at 20% (canceled bookings not counted)')
  assert.equal(discountsIn([]), 'No discounts given')
})
