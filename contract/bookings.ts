import * as z from 'zod/mini'
import { crud, type Endpoints } from './endpoint.ts'
import { calendarDate, knownLine, line, record, recordId, timeOfDay } from './fields.ts'
import { promoCode } from './promo-codes.ts'

/** The statuses by their number. */
export const bookingStatuses = ['Pending', 'Confirmed', 'Canceled'] as const
export const canceled = 2

const status = z
  .int('Status must be 0 (Pending), 1 (Confirmed) or 2 (Canceled).')
  .check(
    z.gte(0, 'Status must be 0 (Pending), 1 (Confirmed) or 2 (Canceled).'),
    z.lte(canceled, 'Status must be 0 (Pending), 1 (Confirmed) or 2 (Canceled).'),
  )

export const BookingInput = z.object({
  branchName: knownLine('Branch', 120),
  date: calendarDate('Date'),
  time: timeOfDay('Time'),
  fullName: line('Full Name', 120),
  phoneNumber: line('Phone Number', 40).check(z.regex(/\d/, 'Phone Number must contain digits.')),
  status: z._default(status, 0),
  /** '' for none. */
  promoCode: z._default(promoCode, ''),
  /** Taken and ignored: the server reckons it from the promo code. */
  discountPercentage: z._default(z.number('Discount must be a number.'), 0),
})
export type BookingInput = z.output<typeof BookingInput>

export const Booking = z.object({
  ...record,
  branchName: z.string(),
  date: z.string(),
  time: z.string(),
  fullName: z.string(),
  phoneNumber: z.string(),
  status: z.int(),
  promoCode: z.string(),
  discountPercentage: z.int(),
})
export type Booking = z.output<typeof Booking>

/** Listed by date and time, the latest first. */
export const bookings = {
  ...crud('/api/bookings', { one: 'booking', item: Booking, input: BookingInput, read: 'staff', write: 'staff' }),
  // A phone number doesn't belong into an address, so this is no GET.
  findSame: {
    method: 'POST',
    path: '/api/bookings/same',
    access: 'staff',
    summary: 'The booking, not canceled, of the same branch, day, time and phone number, if there is one; stores nothing.',
    body: z.extend(z.pick(BookingInput, { branchName: true, date: true, time: true, phoneNumber: true }), {
      /** The booking that is being edited. */
      except: z.optional(recordId),
    }),
    answer: z.object({ same: z.nullable(z.pick(Booking, { _id: true, fullName: true })) }),
  },
} as const satisfies Endpoints
