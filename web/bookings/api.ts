import { queryOptions } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import type { Sent } from '#contract/endpoint.ts'
import { leastDigits, ownDigits } from '#contract/phone.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const bookingApi = resource('bookings', bookings, failures('booking'), {
  nameOf: (booking) => `The booking of ${booking.fullName}`,
})

export type Sought = Sent<typeof bookings.findSame>['body']

/** The stored bookings that are the same as the one in the form, or of the same day; asked for once there is enough to go by. */
export const sameBooking = (sought: Sought) =>
  queryOptions({
    queryKey: ['bookings', 'same', sought],
    queryFn: ({ signal }) => call(bookings.findSame, { body: sought }, { signal }),
    enabled: bookings.findSame.body.safeParse(sought).success,
  })

/** Who has booked with a phone number before; asked for once it has digits enough to go by. Whoever types on waits for no answer. */
export const callersWith = (phoneNumber: string) =>
  queryOptions({
    queryKey: ['bookings', 'callers', phoneNumber],
    queryFn: async ({ signal }) => (await call(bookings.findCallers, { body: { phoneNumber } }, { signal })).callers,
    enabled: ownDigits(phoneNumber).length >= leastDigits && bookings.findCallers.body.safeParse({ phoneNumber }).success,
  })
