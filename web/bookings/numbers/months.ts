import { today as dayOf } from '#contract/dates.ts'
import { daysOf } from '#contract/listing.ts'
import { today } from '#web/api/chain-day.ts'

/** All days of a month (`2026-11`), as a filter is written. */
export function daysOfMonth(month: string): string {
  const last = firstOf(month)
  last.setMonth(last.getMonth() + 1, 0)
  return `${month}-01..${dayOf(last)}`
}

/** The month that a filter asks for, if it is just that. */
export function monthOf(days: string | undefined): string | undefined {
  const month = daysOf(days ?? '').from.slice(0, 7)
  return month !== '' && daysOfMonth(month) === days ? month : undefined
}

/** So many months later, or earlier. */
export function monthAfter(month: string, count: number): string {
  const first = firstOf(month)
  first.setMonth(first.getMonth() + count)
  return dayOf(first).slice(0, 7)
}

/** The month it is. */
export const thisMonth = (): string => today().slice(0, 7)

const firstOf = (month: string) => new Date(`${month}-01T00:00`)
