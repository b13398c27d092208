import { daysAfter } from '#contract/dates.ts'
import type { ListQuery } from '#web/api/address.ts'
import { today } from '#web/api/chain-day.ts'

/** Queries for coming bookings, the next first, and past ones, the latest first. `undefined` for a query with days or an order. */
export function splitByToday(asked: ListQuery): [coming: ListQuery, past: ListQuery] | undefined {
  if (asked.date || asked.order) return undefined
  return [
    { ...asked, date: [`${today()}..`], order: ['date'] },
    { ...asked, date: [`..${daysAfter(today(), -1)}`], order: ['-date'] },
  ]
}
