import { sql } from 'kysely'
import { forgetClosure } from '#server/bookings/upcoming.ts'
import { chainDay } from '#server/db/clock.ts'
import { recordsOf } from '#server/records/repository.ts'

export const closureRecords = recordsOf('closures', {
  custom: { state: { where: (state: string) => (state === 'past' ? sql`last_day < ${chainDay()}` : sql`last_day >= ${chainDay()}`) } },
  beforeErase: (trx, { id }) => forgetClosure(trx, id),
})
