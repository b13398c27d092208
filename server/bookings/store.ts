import type { Booking } from '#contract/bookings.ts'
import type { Page } from '#contract/endpoint.ts'
import { type ListQuery, mostItems } from '#contract/fields.ts'
import { countLive, records, stamp } from '#server/database/records.ts'
import type { BookingRow, Database } from '#server/database/schema.ts'

export const bookingRecords = records('bookings', 'Booking', present)

function present(row: BookingRow): Booking {
  const { branchName, date, time, fullName, phoneNumber, status, promoCode, discountPercentage } = row
  return { ...stamp(row), branchName, date, time, fullName, phoneNumber, status, promoCode, discountPercentage }
}

/** By date and time of the booking, the latest first. */
export async function listBookings(db: Database, { limit = mostItems, offset = 0 }: ListQuery): Promise<Page<Booking>> {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('deletedAt', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: rows.map(present), total: await countLive(db, 'bookings') }
}
