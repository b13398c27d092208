import { canceled } from '#contract/bookings.ts'
import type { ComingBookings } from '#contract/branches.ts'
import { timeNow, today } from '#contract/dates.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { recordsOf } from '#server/records/repository.ts'

export const bookingRecords = recordsOf('bookings')

/** How many bookings of a branch are still to come, and the next of them. */
export async function upcomingBookings(db: Database, branchId: string, now = new Date()): Promise<ComingBookings> {
  const { total } = await comingTo(db, branchId, now)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const next = await comingTo(db, branchId, now)
    .select(['id', 'date', 'time', 'fullName'])
    .orderBy('date')
    .orderBy('time')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { coming: Number(total), next: next ? { _id: next.id, date: next.date, time: next.time, fullName: next.fullName } : null }
}

/** Leaves the bookings of a branch with its name alone, because it is taken away for good. */
export async function forgetBranch(trx: Transaction, branchId: string): Promise<void> {
  await trx.updateTable('bookings').set({ branchId: null }).where('branchId', '=', branchId).execute()
}

/** The bookings of a branch, neither deleted nor canceled, from this minute on. */
export function comingTo(db: Database, branchId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .where('branchId', '=', branchId)
    .where('deletedAt', 'is', null)
    .where('status', '<>', canceled)
    .where((eb) => eb(eb.refTuple('date', 'time'), '>=', eb.tuple(today(now), timeNow(now))))
}
