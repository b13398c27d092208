import { daysAfter } from '#contract/dates.ts'
import type { ListQuery } from '#web/api/address.ts'
import { today } from '#web/api/chain-day.ts'

/** What is next, the soonest first, and what is past, the latest first. Whoever asks for days or an order gets just those: `undefined`. */
export function splitByToday(asked: ListQuery): [coming: ListQuery, past: ListQuery] | undefined {
  if (asked.date || asked.order) return undefined
  return [
    { ...asked, date: [`${today()}..`], order: ['date'] },
    { ...asked, date: [`..${daysAfter(today(), -1)}`], order: ['-date'] },
  ]
}
