import { sql } from 'kysely'
import { canceled } from '#contract/bookings.ts'
import { forgetClosure } from '#server/bookings/upcoming.ts'
import { chainDay } from '#server/db/clock.ts'
import type { Condition } from '#server/lists/filters.ts'
import { recordsOf } from '#server/records/repository.ts'

export const closureRecords = recordsOf('closures', {
  custom: { state: { where: isInState } },
  beforeErase: (trx, { id }) => forgetClosure(trx, id),
})

/** Returns the condition of a state today. The states are the options of the list's filter. */
function isInState(state: string): Condition {
  const today = chainDay()
  if (state === 'past') return sql`closures.last_day < ${today}`
  if (state === 'coming') return sql`closures.last_day >= ${today}`
  const ofBranch = sql`closures.everywhere = 1 or bookings.branch_id = closures.branch_id or bookings.branch_name = closures.branch_name`
  return sql`(closures.last_day >= ${today} and exists (select 1 from bookings
    where bookings.date >= ${today} and bookings.date >= closures.first_day and bookings.date <= closures.last_day
    and bookings.time >= closures.from_time and (closures.until_time = '' or bookings.time < closures.until_time)
    and bookings.deleted_at is null and bookings.status <> ${canceled} and bookings.contacted_at is null and (${ofBranch})))`
}
