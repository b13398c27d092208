import { type BookingChange, bookings, type ChangeOutcome } from '#contract/bookings.ts'
import { locksRows } from '#server/db/row-locks.ts'
import { withSavepoint } from '#server/db/savepoint.ts'
import type { Transaction } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import type { Author } from '#server/records/author.ts'
import { bookingColumns, columnsOfRestored, releaseUse } from './pricing.ts'
import { bookingRecords } from './upcoming.ts'

/**
 * Makes each change by the rules that a booking's own calls go by, and answers the outcome of each, in the order given. What is refused stays as it
 * was and takes no other along; what fails otherwise fails all of them.
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

/** The places of bookings, all of them locked. In one order, and so are their promo codes then: of two who change many, one waits for the other. */
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
  const { status } = change
  return bookingRecords.update(trx, current, { status, ...(await bookingColumns(trx, { ...current, status }, current)) }, by)
}
