import { canceled } from '#contract/bookings.ts'
import type { ComingBookings } from '#contract/branches.ts'
import { timeNow, today } from '#contract/dates.ts'
import { sharedNow } from '#server/db/clock.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { recordsOf } from '#server/records/repository.ts'

export const bookingRecords = recordsOf('bookings')

/** Returns the number of a branch's coming bookings, and the next of them. */
export async function upcomingBookings(db: Database, branchId: string, now = new Date(sharedNow())): Promise<ComingBookings> {
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

/** Detaches the bookings of a branch that is erased. They keep its name. */
export async function forgetBranch(trx: Transaction, branchId: string): Promise<void> {
  await trx.updateTable('bookings').set({ branchId: null }).where('branchId', '=', branchId).execute()
}

/** Detaches the bookings that were canceled for a closure that is erased. */
export async function forgetClosure(trx: Transaction, closure: string): Promise<void> {
  await trx.updateTable('bookings').set({ closure: null }).where('closure', '=', closure).execute()
}

/** A query for the bookings of a branch from now on, neither deleted nor canceled. */
export function comingTo(db: Database, branchId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .where('branchId', '=', branchId)
    .where('deletedAt', 'is', null)
    .where('status', '<>', canceled)
    .where((eb) => eb(eb.refTuple('date', 'time'), '>=', eb.tuple(today(now), timeNow(now))))
}
