import { canceled } from '#contract/bookings.ts'
import type { BookingRow, Database } from '#server/db/schema.ts'
import { ofBranches } from './of-branch.ts'
import { sharesNumber } from './shared-number.ts'

type Sought = Pick<BookingRow, 'branchName' | 'date' | 'phoneNumber'> & { time?: string | undefined; except?: string | undefined }

/** Returns the first booking, not canceled, with this branch, time and phone number (in any notation), and the first at another time of that day. */
export async function findDuplicates(db: Database, { branchName, date, time, phoneNumber, except = '' }: Sought) {
  const branch = await ofBranches(db, [branchName])
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'fullName', 'phoneNumber', 'time'])
    .where('date', '=', date)
    .where((eb) => eb.or(branch))
    .where('deletedAt', 'is', null)
    .where('status', '<>', canceled)
    .where('id', '<>', except)
    .orderBy('time')
    .orderBy('id')
    .execute()
  const ofNumber = rows.filter(sharesNumber(phoneNumber))
  const same = ofNumber.find((row) => row.time === time)
  const other = ofNumber.find((row) => row.time !== time)
  return {
    same: same ? { _id: same.id, fullName: same.fullName } : null,
    sameDay: other ? { _id: other.id, fullName: other.fullName, time: other.time } : null,
  }
}
