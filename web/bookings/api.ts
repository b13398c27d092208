import { queryOptions } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import type { Sent } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const bookingApi = resource('bookings', bookings, failures('booking'), {
  nameOf: (booking) => `The booking of ${booking.fullName}`,
})

export type Sought = Sent<typeof bookings.findSame>['body']

/** The stored booking that is the same as the one in the form, if there is one; asked for once there is enough to go by. */
export const sameBooking = (sought: Sought) =>
  queryOptions({
    queryKey: ['bookings', 'same', sought],
    queryFn: async ({ signal }) => (await call(bookings.findSame, { body: sought }, { signal })).same,
    enabled: bookings.findSame.body.safeParse(sought).success,
  })
