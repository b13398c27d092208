import type { BookingNumber } from '#contract/booking-numbers.ts'
import { daysAfter } from '#contract/dates.ts'
import type { Days } from '#contract/listing.ts'
import { monthAfter } from './months.ts'

/** Returns a line for each day or month of the period, also for those without bookings. */
export function withGaps(lines: readonly BookingNumber[], { from, to }: Days): readonly BookingNumber[] {
  const [first] = lines
  if (!first) return lines
  const isByMonth = first.by === 'month'
  const known = new Map(lines.map((line) => [line.value, line]))
  const [start, end] = isByMonth ? [from.slice(0, 7), to.slice(0, 7)] : [from, to]
  const all: BookingNumber[] = []
  for (let value = start; value <= end; value = isByMonth ? monthAfter(value, 1) : daysAfter(value, 1))
    all.push(known.get(value) ?? { ...first, value, pending: 0, confirmed: 0, canceled: 0 })
  return all
}
