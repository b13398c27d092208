import type { Caller } from '#contract/bookings.ts'
import { leastDigits } from '#contract/phone.ts'
import { comparisonKey } from '#contract/text.ts'
import type { Database } from '#server/db/schema.ts'
import { hasNumber } from '#server/lists/find.ts'
import { phoneCountry } from '#server/phone/country.ts'
import { phoneNumbersIn } from '#server/phone/numbers.ts'
import { sharesNumber } from './shared-number.ts'
import { bookingRecords } from './upcoming.ts'

/** The most bookings that are read, newest first: a travel agency may have thousands. */
const mostBookings = 500
/** The most callers in one answer. A number shared by a school or an office has more than staff can read during a call. */
const mostCallers = 5
const mostEarlier = 3

/** Returns the guests who have booked with a phone number before, latest booking first. */
export async function findCallers(db: Database, phoneNumber: string): Promise<Caller[]> {
  const rows = await bookingsOf(db, phoneNumber)
  // Different names may share a search key (मीना and मोना), so guests are grouped by the stricter `comparisonKey`.
  const callers = Map.groupBy(rows, ({ fullName }) => comparisonKey(fullName))
  return [...callers.values()].slice(0, mostCallers).map(callerOf)
}

type Found = Awaited<ReturnType<ReturnType<typeof bookingsWith>['execute']>>[number]

async function bookingsOf(db: Database, phoneNumber: string): Promise<Found[]> {
  const ends = phoneNumbersIn(phoneNumber, phoneCountry())
    .filter(({ national }) => national.length >= leastDigits)
    .map(({ national }) => national.slice(-leastDigits))
  if (ends.length === 0) return []
  const found = await bookingsWith(db, ends).execute()
  return found.filter(sharesNumber(phoneNumber))
}

/**
 * The newest bookings with a number that ends in one of `ends`. They are found before they are sorted: sorting by an index would read every booking.
 */
export const bookingsWith = (db: Database, ends: readonly string[]) =>
  db
    .with(
      (cte) => cte('found').materialized(),
      (query) =>
        query
          .selectFrom('bookings')
          .select(['id', 'fullName', 'phoneNumber', 'date', 'time', 'branchId', 'branchName', 'status', 'note'])
          .where((eb) => eb.or(ends.map((end) => hasNumber(db, bookingRecords.listed, end)))),
    )
    .selectFrom('found')
    .leftJoin('branches', (join) => join.onRef('branches.id', '=', 'found.branchId').on('branches.deletedAt', 'is', null))
    .selectAll('found')
    .select('branches.name as branchNow')
    .orderBy('found.id', 'desc')
    .limit(mostBookings)

function callerOf(newestFirst: Found[]): Caller {
  const [{ fullName = '', phoneNumber = '' } = {}] = newestFirst
  return {
    fullName,
    phoneNumber,
    branchName: usual(newestFirst.flatMap(({ branchNow }) => branchNow ?? [])),
    time: usual(newestFirst.map(({ time }) => time)),
    bookings: newestFirst.length,
    note: newestFirst.find(({ note }) => note !== '')?.note ?? '',
    latest: newestFirst
      .toSorted((one, other) => (one.date + one.time < other.date + other.time ? 1 : -1))
      .slice(0, mostEarlier)
      .map(({ id, date, time, branchName, status }) => ({ _id: id, date, time, branchName, status })),
  }
}

/** Returns the most frequent text, the first one in a tie; '' for an empty list. */
function usual(texts: string[]): string {
  const times = Map.groupBy(texts, (text) => text)
  const most = Math.max(...[...times.values()].map(({ length }) => length))
  return texts.find((text) => times.get(text)?.length === most) ?? ''
}
