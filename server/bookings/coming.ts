import { canceled } from '#contract/bookings.ts'
import type { ComingBookings } from '#contract/branches.ts'
import { timeNow, today } from '#contract/dates.ts'
import { type Author, records } from '#server/database/records.ts'
import type { Database, Transaction } from '#server/database/schema.ts'

export const bookingRecords = records('bookings')

/** How many bookings of a branch are still to come, and the next of them. */
export async function comingBookings(db: Database, branchId: string, now = new Date()): Promise<ComingBookings> {
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

/**
 * Gives the coming bookings of a branch its new name, those that bear the name `from` or all, each as a new version; those of the past keep
 * the name that they were made under.
 */
export async function renameComing(trx: Transaction, branchId: string, name: string, by: Author, { from }: { from?: string } = {}) {
  const bearing = comingTo(trx, branchId, new Date()).selectAll().where('branchName', '<>', name)
  const rows = await (from === undefined ? bearing : bearing.where('branchName', '=', from)).execute()
  for (const row of rows) await bookingRecords.update(trx, row, { branchName: name }, by)
}

/** Leaves the bookings of a branch with its name alone, because it is taken away for good. */
export async function forgetBranch(trx: Transaction, branchId: string): Promise<void> {
  await trx.updateTable('bookings').set({ branchId: null }).where('branchId', '=', branchId).execute()
}

function comingTo(db: Database, branchId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .where('branchId', '=', branchId)
    .where('deletedAt', 'is', null)
    .where('status', '<>', canceled)
    .where((eb) => eb(eb.refTuple('date', 'time'), '>=', eb.tuple(today(now), timeNow(now))))
}
