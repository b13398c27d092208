import { type Booking, bookingStatuses, bookings, canceled } from '#contract/bookings.ts'
import type { CalendarFile } from '#contract/calendar.ts'
import { type ListRequest, mostItems } from '#contract/listing.ts'
import { calendarText, type Entry } from '#server/calendar/calendar.ts'
import type { Database } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import { listFileName } from '#server/http/file-name.ts'
import { withCurrentNames } from './branch-groups.ts'
import { bookingRecords } from './upcoming.ts'
import { visits } from './visits.ts'

/** The length of a visit in a calendar, in hours. Bookings have no end. */
const hours = 2

const statuses = ['TENTATIVE', 'CONFIRMED', 'CANCELLED'] as const

type Visit = Booking & { currentBranchName: string }

/** Returns a booking as an iCalendar file. */
export async function bookingCalendar(db: Database, id: string): Promise<CalendarFile> {
  const booking = await bookingRecords.get(db, id)
  return { name: `booking-${booking.date}`, text: await calendarText((await withCurrentNames(db, [booking])).map(entryOf)) }
}

/** Returns the bookings of days at branches as an iCalendar file, except canceled ones. Throws a 422 for more than one page of bookings. */
export async function dayCalendar(db: Database, query: ListRequest): Promise<CalendarFile> {
  const { items, next } = await visits(db, { ...query, after: undefined, limit: mostItems })
  if (next !== undefined) throw new HttpError(422, 'too_many', 'These are too many bookings for a calendar. Choose a branch or fewer days.')
  const coming = (await withCurrentNames(db, items)).filter(({ status }) => status !== canceled)
  const name = listFileName({ ...bookings.visits, path: bookings.list.path }, query)
  return { name, text: await calendarText(coming.map(entryOf)) }
}

/** Notes are left out, because the file may go to the guest. */
function entryOf(booking: Visit): Entry {
  const { date, time, fullName, phoneNumber, status, promoCode, discountPercentage, currentBranchName } = booking
  const start = new Date(`${date}T${time}`)
  const lines = [
    `Phone: ${phoneNumber}`,
    `Status: ${bookingStatuses[status]}`,
    ...(promoCode ? [`Promo code: ${promoCode} (${discountPercentage}% off)`] : []),
  ]
  return {
    of: { ...booking, kind: 'booking' },
    summary: `${fullName}, ${currentBranchName}`,
    description: lines.join('\n'),
    location: currentBranchName,
    status: statuses[status] ?? 'TENTATIVE',
    when: { start, end: new Date(start.getTime() + hours * 3_600_000), days: 1 },
  }
}
