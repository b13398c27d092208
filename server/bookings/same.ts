import { canceled } from '#contract/bookings.ts'
import type { BookingRow, Database } from '#server/database/schema.ts'

type Sought = Pick<BookingRow, 'branchName' | 'date' | 'time' | 'phoneNumber'> & { except?: string | undefined }

/** The first booking, not canceled, of the same branch, day and time whose phone number has the same digits, however it is written. */
export async function findSame(db: Database, sought: Sought) {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'fullName', 'phoneNumber'])
    .where('date', '=', sought.date)
    .where('time', '=', sought.time)
    .where('branchName', '=', sought.branchName)
    .where('deletedAt', 'is', null)
    .where('status', '<>', canceled)
    .orderBy('id')
    .execute()
  const digits = digitsOf(sought.phoneNumber)
  const same = rows.find(({ id, phoneNumber }) => id !== sought.except && digitsOf(phoneNumber) === digits)
  return same ? { _id: same.id, fullName: same.fullName } : null
}

const digitsOf = (phoneNumber: string) => phoneNumber.replace(/\D/g, '')
