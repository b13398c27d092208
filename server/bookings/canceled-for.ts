import { canceled } from '#contract/bookings.ts'
import { isClosedAt } from '#contract/closures.ts'
import { dayEndsAt } from '#server/db/day-end.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { BookingRow, RecordTables, Transaction } from '#server/db/schema.ts'
import { invalid, notFound } from '#server/errors.ts'
import { hadName } from '#server/records/branch-names.ts'

/** Returns the column with the closure for which a booking is canceled. Throws a 404 or 422 if the closure doesn't exist or doesn't close its branch then. */
export async function closureColumns(
  trx: Transaction,
  { status, closure: id }: { status: number; closure?: string | undefined },
  booking: BookingRow,
): Promise<{ closure?: string }> {
  if (id === undefined) return {}
  const closure = await holdClosure(trx, id)
  if (!isClosedAt(closure, booking, dayEndsAt()) || !(await isOfBranch(trx, closure, booking)))
    throw invalid({ closure: "This closure doesn't cover the branch, day and time of the booking." })
  return status === canceled ? { closure: id } : {}
}

/** Locks the closure, so that no other transaction erases it before the booking refers to it. */
async function holdClosure(trx: Transaction, id: string): Promise<RecordTables['closures']> {
  const found = await trx
    .selectFrom('closures')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(locksRows(trx), (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!found) throw notFound('closure')
  return found
}

/** A booking without the id of its branch, because that was erased, belongs to every branch that ever had its branch's name. */
async function isOfBranch(trx: Transaction, closure: RecordTables['closures'], { branchId, branchName }: BookingRow): Promise<boolean> {
  if (closure.everywhere === 1 || closure.branchName === branchName) return true
  if (closure.branchId === null || branchId !== null) return closure.branchId === branchId
  return hadName(trx, closure.branchId, branchName)
}
