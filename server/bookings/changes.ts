import { type BookingChange, bookings, type ChangeOutcome, canceled } from '#contract/bookings.ts'
import { locksRows } from '#server/db/row-locks.ts'
import { withSavepoint } from '#server/db/savepoint.ts'
import type { Transaction } from '#server/db/schema.ts'
import { HttpError, notFound } from '#server/errors.ts'
import type { Author } from '#server/records/author.ts'
import { bookingColumns, columnsOfRestored, releaseUse } from './pricing.ts'
import { bookingRecords } from './upcoming.ts'

/**
 * Applies each change by the rules of the booking's own calls, and returns the outcomes in the given order. A refused change leaves its booking alone
 * and doesn't affect the others. Any other error fails all changes.
 */
export async function changeEach(trx: Transaction, changes: readonly BookingChange[], by: Author): Promise<ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = []
  const places = await inOrder(
    trx,
    changes.map(({ _id }) => _id),
  )
  const inTurn = [...changes.entries()].sort(([, one], [, other]) => (places.get(one._id) ?? 0) - (places.get(other._id) ?? 0))
  for (const [at, change] of inTurn) outcomes[at] = await outcomeOf(trx, change, by)
  return outcomes
}

/**
 * Locks the bookings, always in the same order, and returns their positions. Promo codes are then locked in one order too, so two bulk changes wait
 * instead of deadlocking.
 */
async function inOrder(trx: Transaction, ids: string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('bookings')
    .select(['id', 'promoCodeId'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute()
  rows.sort((one, other) => ((one.promoCodeId ?? '') < (other.promoCodeId ?? '') ? -1 : 1))
  return new Map(rows.map(({ id }, place) => [id, place]))
}

async function outcomeOf(trx: Transaction, change: BookingChange, by: Author): Promise<ChangeOutcome> {
  const { _id } = change
  try {
    const { version } = await withSavepoint(trx, () => make(trx, change, by))
    return { _id, version }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { message, code, details } = error
    return { _id, error: message, code, current: bookings.get.answer.safeParse(details.current).data ?? null }
  }
}

async function make(trx: Transaction, change: BookingChange, by: Author): Promise<{ version: number }> {
  const { _id, version } = change
  if ('deleted' in change && !change.deleted) {
    const trashed = await bookingRecords.findTrashed(trx, _id, version)
    return bookingRecords.restore(trx, trashed, await columnsOfRestored(trx, trashed, {}), by)
  }
  const current = await bookingRecords.findVersion(trx, _id, version)
  if ('deleted' in change) {
    await releaseUse(trx, current)
    return bookingRecords.remove(trx, current, by)
  }
  const { status, closure } = change
  const columns = { status, ...(await bookingColumns(trx, { ...current, status }, current)) }
  if (closure !== undefined) await requireClosure(trx, closure)
  return bookingRecords.update(trx, current, { ...columns, ...(closure !== undefined && status === canceled && { closure }) }, by)
}

/** Locks the closure, so that no other transaction erases it before the booking refers to it. Throws a 404 `HttpError` if it doesn't exist. */
async function requireClosure(trx: Transaction, id: string): Promise<void> {
  const found = await trx
    .selectFrom('closures')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(locksRows(trx), (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!found) throw notFound('closure')
}
