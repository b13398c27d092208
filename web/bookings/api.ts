import { queryOptions } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import type { Sent } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const bookingApi = resource('bookings', bookings, failures('booking', 'bookings'))

export type Sought = Sent<typeof bookings.findSame>['body']

/** The stored booking that is the same as the one in the form, if there is one; asked for once there is enough to go by. */
export const sameBooking = (sought: Sought) =>
  queryOptions({
    queryKey: ['bookings', 'same', sought],
    queryFn: async ({ signal }) => (await call(bookings.findSame, { body: sought }, { signal })).same,
    enabled: bookings.findSame.body.safeParse(sought).success,
  })

/** The names of all branches, in the order of the alphabet. */
export const branchNames = queryOptions({
  queryKey: ['branches', 'names'],
  queryFn: async ({ signal }) => {
    const { items } = await call(branches.list, { query: {} }, { signal })
    return [...new Set(items.map(({ name }) => name))].sort((a, b) => a.localeCompare(b))
  },
})
