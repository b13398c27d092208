import { sql } from 'kysely'
import { today } from '#contract/dates.ts'
import { forgetClosure } from '#server/bookings/upcoming.ts'
import { recordsOf } from '#server/records/repository.ts'

export const closureRecords = recordsOf('closures', {
  custom: { state: { where: (state: string) => (state === 'past' ? sql`last_day < ${today()}` : sql`last_day >= ${today()}`) } },
  beforeErase: (trx, { id }) => forgetClosure(trx, id),
})
