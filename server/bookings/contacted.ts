import type { Booking } from '#contract/bookings.ts'
import { sharedTime } from '#server/db/clock.ts'
import type { Transaction } from '#server/db/schema.ts'
import type { Author } from '#server/records/author.ts'
import { bookingRecords } from './upcoming.ts'

/**
 * Records that a user has called the guest of a booking, or removes that record. A second call doesn't replace the first. Throws a 404 `HttpError`
 * if the booking is missing or deleted.
 */
export async function setContacted(trx: Transaction, id: string, isContacted: boolean, by: Author): Promise<Booking> {
  const current = await bookingRecords.findVersion(trx, id, undefined)
  if (isContacted === (current.contactedAt !== null)) return bookingRecords.present(current)
  const columns = isContacted ? { contactedAt: sharedTime(), contactedBy: by?.username ?? null } : { contactedAt: null, contactedBy: null }
  return bookingRecords.update(trx, current, columns, by, 'contact')
}
