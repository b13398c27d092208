import * as z from 'zod/mini'
import { BookingNumber, groups, StatusCounts } from './booking-numbers.ts'
import { calendarCall } from './calendar.ts'
import { crud } from './crud.ts'
import { type Answer, byId, type Endpoints, type Received } from './endpoint.ts'
import { anyDay, calendarDate, kinds, knownLine, line, optionalParagraphs, recordId, timeOfDay } from './fields.ts'
import { listQuery, mostItems, newest } from './listing.ts'
import { promoCode } from './promo-codes.ts'

const statuses = { 0: 'Pending', 1: 'Confirmed', 2: 'Canceled' } as const
/** The statuses by their number. */
export const bookingStatuses = Object.values(statuses)
export const canceled = 2

const noStatus = 'Status must be 0 (Pending), 1 (Confirmed) or 2 (Canceled).'
const status = z.int(noStatus).check(z.gte(0, noStatus), z.lte(canceled, noStatus))

/** The earliest date of a booking. The product took no bookings before, so an earlier date is a typing error. */
export const firstBookingDay = '2000-01-01'

export const BookingInput = z.object({
  branchName: knownLine('Branch', 120).register(kinds, { kind: 'branch' }),
  date: calendarDate('Date', { first: firstBookingDay }),
  time: timeOfDay('Time'),
  fullName: line('Full Name', 120),
  phoneNumber: line('Phone Number', 40)
    .check(z.regex(/\p{Nd}/u, 'Phone Number must contain digits.'))
    .register(kinds, { kind: 'phone' }),
  status: z._default(status, 0),
  /** '' for none. */
  promoCode: z._default(promoCode, ''),
  /** Accepted and ignored: the server computes the discount from the promo code. */
  discountPercentage: z._default(z.number('Discount must be a number.'), 0),
  /** For staff; '' for none. An update without a note keeps the stored one, because older clients don't know this field. */
  note: z.optional(optionalParagraphs('Note', 500)),
})
export type BookingInput = z.output<typeof BookingInput>

const collection = crud('/api/bookings', {
  one: 'booking',
  many: 'bookings',
  input: BookingInput,
  /** The promo code may have been used up since the deletion. The booking can be restored without it. */
  instead: { promoCode: z.literal('', 'A booking can only be restored with its own promo code or without one.') },
  more: {
    /** The `tel:` addresses of the numbers in `phoneNumber` (`tel:+436601234567;ext=12`), in order. Empty when it contains no number. */
    phoneLinks: z.array(z.string()),
    /** The time (ISO 8601 in UTC) at which a user called the guest about a change, such as a closure, and the username; `null` without a call. */
    contactedAt: z.nullable(z.string()),
    contactedBy: z.nullable(z.string()),
    /** The id of the closure for which the booking was canceled. */
    closure: z.nullable(z.string()),
  },
  /** `closure`: the closure for which a booking is canceled. */
  sets: z.object({ status, closure: z.optional(recordId) }),
  /** 429: too many wrong promo codes. 409: the promo code has been used up. */
  refuses: { create: [429], update: [409, 429] },
  read: 'staff',
  write: 'staff',
  listing: {
    search: ['fullName', 'phoneNumber', 'branchName', 'promoCode', 'note'],
    filters: {
      status: { label: 'Status', kind: 'choice', number: true, options: statuses },
      branchName: { label: 'Branch', kind: 'text' },
      promoCode: { label: 'Promo code', kind: 'text', isRare: true },
      date: { label: 'Date', kind: 'days' },
    },
    orders: { date: { label: 'Date', by: ['date', 'time'] }, newest },
    order: '-date',
  },
})
export type Booking = Answer<typeof collection.get>

const { listing } = collection.list

/** The filters and orders of the day view. The branch filter takes a current name, and also finds bookings made under the branch's earlier names. */
const visits = {
  filters: { branchName: listing.filters.branchName, date: listing.filters.date },
  orders: { date: listing.orders.date },
  order: 'date',
} as const

/** A booking with the current name of its branch and the chain's day, by which the sheets of a day group the bookings. */
const Visit = z.extend(collection.get.answer, { currentBranchName: z.string(), day: z.string() })
export type Visit = z.output<typeof Visit>

export type BookingChange = Received<typeof collection.change>['body']['changes'][number]
export type ChangeOutcome = Answer<typeof collection.change>[number]

const earlier = z.object({ _id: recordId, date: z.string(), time: z.string(), branchName: z.string(), status: z.int() })

/** A guest who has booked with a phone number before. */
const Caller = z.object({
  fullName: z.string(),
  /** The number as written in the guest's latest booking. */
  phoneNumber: z.string(),
  /** The current name of the guest's most frequent branch; '' when that branch no longer exists. */
  branchName: z.string(),
  /** The guest's most frequent time. */
  time: z.string(),
  /** The guest's number of bookings. */
  bookings: z.int(),
  /** The guest's latest three bookings by day, latest first. */
  latest: z.array(earlier),
  /** The latest note on one of the guest's bookings; '' for none. */
  note: z.string(),
})
export type Caller = z.output<typeof Caller>

export const bookings = {
  ...collection,
  list: { ...collection.list, secondSheet: 'numbers' },
  // `phoneLinks` depends on the number alone, so the version identifies the whole answer.
  get: { ...collection.get, contentEtag: false },
  contact: {
    method: 'PUT',
    path: '/api/bookings/:id/contacted',
    access: 'staff',
    summary:
      'Records that the guest has been called, or removes that record. The first user who called stays recorded. Does not conflict with other changes.',
    params: byId,
    body: z.object({ contacted: z.boolean('Contacted must be true or false.') }),
    answer: collection.get.answer,
  },
  totals: {
    method: 'GET',
    path: '/api/bookings/totals',
    access: 'staff',
    summary: 'Counts the bookings of each status, for the same query as the list.',
    query: collection.list.query,
    answer: StatusCounts,
    cacheable: true,
  },
  numbers: {
    method: 'GET',
    path: '/api/bookings/numbers',
    access: 'staff',
    summary: 'Counts the bookings by branch, by day or month, and by promo code, for the same query as the list.',
    query: collection.list.query,
    answer: z.array(BookingNumber),
    cacheable: true,
    listing: collection.list.listing,
    words: { by: groups },
    counted: true,
  },
  visits: {
    method: 'GET',
    path: '/api/bookings/visits',
    access: 'staff',
    summary:
      'Lists the bookings of branches on given days, earliest first. A time before the chain’s day ends belongs to the day before. Includes bookings made under earlier names of a branch.',
    query: listQuery(visits),
    answer: z.array(Visit),
    cacheable: true,
    listing: visits,
  },
  visitsCalendar: {
    ...calendarCall,
    path: '/api/bookings/visits/calendar',
    summary: `Returns the bookings of branches on given days as an iCalendar file, except canceled ones, at most ${mostItems.toLocaleString('en')}.`,
    query: listQuery(visits),
  },
  calendar: {
    ...calendarCall,
    path: '/api/bookings/:id/calendar',
    summary: 'Returns a booking as an iCalendar file.',
    params: byId,
  },
  // A POST, because a phone number must not appear in an address.
  findSame: {
    method: 'POST',
    path: '/api/bookings/same',
    access: 'staff',
    summary: 'Finds bookings with the same branch, day and phone number, except canceled ones. Stores nothing.',
    body: z.extend(z.pick(BookingInput, { branchName: true, phoneNumber: true }), {
      /** Any day: while the user types a year, the date starts as the year 2. */
      date: calendarDate('Date', anyDay),
      /** Without a time there is no duplicate; other bookings of that day are still returned. */
      time: z.optional(BookingInput.shape.time),
      /** The booking that is being edited. */
      except: z.optional(recordId),
    }),
    answer: z.object({
      /** At the same time. */
      same: z.nullable(z.object({ _id: recordId, fullName: z.string() })),
      /** At another time of that day. */
      sameDay: z.nullable(z.object({ _id: recordId, fullName: z.string(), time: z.string() })),
    }),
  },
  findCallers: {
    method: 'POST',
    path: '/api/bookings/callers',
    access: 'staff',
    summary:
      'Finds guests who have booked with this phone number in any format, latest first. A number with fewer than five digits finds no guests.',
    body: z.pick(BookingInput, { phoneNumber: true }),
    answer: z.object({ callers: z.array(Caller) }),
  },
} as const satisfies Endpoints
