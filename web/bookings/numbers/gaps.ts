import { type BookingNumber, mostDays } from '#contract/booking-numbers.ts'
import { today } from '#contract/dates.ts'

/** Days with those between them on which nobody has booked, as long as that makes no more of them than can be looked at. */
export function withGaps(lines: readonly BookingNumber[]): readonly BookingNumber[] {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || first.by !== 'day') return lines
  const known = new Map(lines.map((line) => [line.value, line]))
  const all: BookingNumber[] = []
  const day = new Date(`${first.value}T12:00`)
  for (; today(day) <= last.value; day.setDate(day.getDate() + 1)) {
    const value = today(day)
    all.push(known.get(value) ?? { ...first, value, pending: 0, confirmed: 0, canceled: 0 })
    if (all.length > mostDays) return lines
  }
  return all
}
