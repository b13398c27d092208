import { sql } from 'kysely'
import { daysAfter } from '#contract/dates.ts'
import { anyDay } from '#contract/fields.ts'
import { daysOf, type ListRequest } from '#contract/listing.ts'
import { dayEndsAt } from '#server/db/day-end.ts'
import { type Condition, filterConditions } from '#server/lists/filters.ts'
import { mergeDays } from '#server/lists/merge-days.ts'
import { bookingRecords } from './upcoming.ts'

/** Whether a visit may belong to the day before its date. */
export const hasEvenings = (): boolean => dayEndsAt() !== '00:00'

/** Returns the conditions that a visit belongs to these ranges of the chain's days; none without a range. */
export function ofDays(request: ListRequest, ranges: readonly string[] = []): Condition[] {
  if (ranges.length === 0) return []
  const { listed } = bookingRecords
  const on = (dates: readonly string[]) =>
    filterConditions({ ...listed, request: mergeDays(listed.listing, { ...request, filters: { date: dates } }) })
  if (!hasEvenings()) return on(ranges)
  const late = dayEndsAt()
  // The dates find the rows by an index; the times decide about the first and the last date.
  const evenings = ranges
    .map(daysOf)
    .flatMap(({ from, to }) => [
      sql`(time >= ${late} and ${between(from, to)})`,
      sql`(time < ${late} and ${between(dayAfter(from), dayAfter(to))})`,
    ])
  const dates = ranges.map(daysOf).map(({ from, to }) => `${from}..${dayAfter(to)}`)
  return [...on(dates), sql`(${sql.join(evenings, sql` or `)})`]
}

const between = (from: string, to: string) => (to === '' ? sql`date >= ${from}` : sql`date between ${from} and ${to}`)

const dayAfter = (day: string) => (day === '' || day === anyDay.last ? day : daysAfter(day, 1))
