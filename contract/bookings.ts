import * as z from 'zod/mini'
import { BookingNumber, StatusCounts } from './booking-numbers.ts'
import { crud } from './crud.ts'
import type { Answer, Endpoints } from './endpoint.ts'
import { anyDay, calendarDate, kinds, knownLine, line, recordId, timeOfDay, versionNumber } from './fields.ts'
import { listQuery, newest } from './listing.ts'
import { promoCode } from './promo-codes.ts'

const statuses = { 0: 'Pending', 1: 'Confirmed', 2: 'Canceled' } as const
/** The statuses by their number. */
export const bookingStatuses = Object.values(statuses)
export const canceled = 2

const noStatus = 'Status must be 0 (Pending), 1 (Confirmed) or 2 (Canceled).'
const status = z.int(noStatus).check(z.gte(0, noStatus), z.lte(canceled, noStatus))

/** The product took no bookings before: an earlier day is a mistake in writing. */
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
  /** Taken and ignored: the server computes it from the promo code. */
  discountPercentage: z._default(z.number('Discount must be a number.'), 0),
})
export type BookingInput = z.output<typeof BookingInput>

const collection = crud('/api/bookings', {
  one: 'booking',
  many: 'The bookings',
  input: BookingInput,
  /** Its code may have been used up meanwhile: it can go on without. */
  instead: { promoCode: z.literal('', 'A booking is restored with its own promo code, or without.') },
  more: {
    /** The addresses that dial the numbers in `phoneNumber` (`tel:+436601234567;ext=12`), in their order; none where it names no number. */
    phoneLinks: z.array(z.string()),
  },
  /** A code is guessed at too often, or has been used up meanwhile. */
  refuses: { create: [429], update: [409, 429] },
  read: 'staff',
  write: 'staff',
  listing: {
    search: ['fullName', 'phoneNumber', 'branchName', 'promoCode'],
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

/** What the bookings of a day can be asked for. A branch is asked for by its name, and meant whatever it was called when somebody booked it. */
const visits = {
  filters: { branchName: listing.filters.branchName, date: listing.filters.date },
  orders: { date: listing.orders.date },
  order: 'date',
} as const

/** The most bookings that one call changes: it keeps others waiting for a moment only. */
export const mostChanges = 100

const changed = { _id: recordId, version: versionNumber }
const noChange = 'A change names the _id and the version of a booking, and its new status or whether it is deleted.'

/** What is to become of one booking, as long as it has this version: another status; or into the trash (`true`), or out of it (`false`). */
const BookingChange = z.union(
  [z.strictObject({ ...changed, status }, noChange), z.strictObject({ ...changed, deleted: z.boolean() }, noChange)],
  noChange,
)
export type BookingChange = z.output<typeof BookingChange>

/** The change that takes `change` back, once that has made `version` of the booking that was `before` until then. */
export const wayBack = (change: BookingChange, { _id, status }: Pick<Booking, '_id' | 'status'>, version: number): BookingChange =>
  'deleted' in change ? { _id, version, deleted: !change.deleted } : { _id, version, status }

const howMany = `Send 1 to ${mostChanges} changes.`
const BookingChanges = z.array(BookingChange, howMany).check(z.minLength(1, howMany), z.maxLength(mostChanges, howMany))

/** The version that a booking has by now; or why it was left as it was, and as what, where somebody else has changed it. */
const ChangeOutcome = z.union([
  z.object({ _id: recordId, version: z.int() }),
  z.object({ _id: recordId, error: z.string(), code: z.string(), current: z.nullable(collection.get.answer) }),
])
export type ChangeOutcome = z.output<typeof ChangeOutcome>

const earlier = z.object({ _id: recordId, date: z.string(), time: z.string(), branchName: z.string(), status: z.int() })

/** Somebody who has booked with a phone number before. */
const Caller = z.object({
  fullName: z.string(),
  /** As it was written the last time. */
  phoneNumber: z.string(),
  /** The branch that they book most, as it is called now; '' where it is no more. */
  branchName: z.string(),
  /** The time that they book most. */
  time: z.string(),
  /** How many bookings they have. */
  bookings: z.int(),
  /** Three of them, the latest day first. */
  latest: z.array(earlier),
})
export type Caller = z.output<typeof Caller>

export const bookings = {
  ...collection,
  // The links change with the number alone, so a version tells all of it.
  get: { ...collection.get, contentEtag: false },
  change: {
    method: 'POST',
    path: '/api/bookings/changes',
    access: 'staff',
    summary: `Changes up to ${mostChanges} bookings, each by itself, and tells the outcome of each, in the order sent.`,
    body: z.object({ changes: BookingChanges }),
    answer: z.array(ChangeOutcome),
    idempotent: true,
  },
  totals: {
    method: 'GET',
    path: '/api/bookings/totals',
    access: 'staff',
    summary: 'How many bookings the list has of each status, for the same query.',
    query: collection.list.query,
    answer: StatusCounts,
    cacheable: true,
  },
  numbers: {
    method: 'GET',
    path: '/api/bookings/numbers',
    access: 'staff',
    summary: 'The bookings that the list has for the same query, counted by branch, by day or month, and by promo code.',
    query: collection.list.query,
    answer: z.array(BookingNumber),
    cacheable: true,
    listing: collection.list.listing,
    counted: true,
  },
  visits: {
    method: 'GET',
    path: '/api/bookings/visits',
    access: 'staff',
    summary: 'The bookings of branches on some days, also those that were made when a branch had another name; the earliest first.',
    query: listQuery(visits),
    answer: z.array(collection.get.answer),
    cacheable: true,
    listing: visits,
  },
  // A phone number doesn't belong into an address, so this is no GET.
  findSame: {
    method: 'POST',
    path: '/api/bookings/same',
    access: 'staff',
    summary: 'The bookings, not canceled, of the same branch, day and phone number, as far as there are any; stores nothing.',
    body: z.extend(z.pick(BookingInput, { branchName: true, phoneNumber: true }), {
      /** A year that is still being typed begins as the year 2. */
      date: calendarDate('Date', anyDay),
      /** Without it nothing is the same; others of the day are told. */
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
    summary: 'Who has booked with this phone number, however it is written, the latest first; nobody for fewer than five digits.',
    body: z.pick(BookingInput, { phoneNumber: true }),
    answer: z.object({ callers: z.array(Caller) }),
  },
} as const satisfies Endpoints
