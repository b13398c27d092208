import { type BookingNumber, mostDays } from '#contract/booking-numbers.ts'
import { daysAfter } from '#contract/dates.ts'

/** Fills in the days without bookings, as long as the chart stays readable. */
export function withGaps(lines: readonly BookingNumber[]): readonly BookingNumber[] {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || first.by !== 'day') return lines
  const known = new Map(lines.map((line) => [line.value, line]))
  const all: BookingNumber[] = []
  for (let value = first.value; value <= last.value; value = daysAfter(value, 1)) {
    all.push(known.get(value) ?? { ...first, value, pending: 0, confirmed: 0, canceled: 0 })
    if (all.length > mostDays) return lines
  }
  return all
}
