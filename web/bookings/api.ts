import { queryOptions } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import type { Sent } from '#contract/endpoint.ts'
import { branchNames } from '#web/api/branch-names.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { queries } from '#web/api/queries.ts'
import { resource } from '#web/api/resource.ts'

export const bookingApi = resource('bookings', bookings, failures('booking'), {
  nameOf: (booking) => `The booking of ${booking.fullName}`,
  async lacks(item) {
    const { branchName } = bookings.get.answer.parse(item)
    // Where they can't be fetched nobody knows.
    const names = await queries()
      .fetchQuery(branchNames)
      .catch(() => [branchName])
    return names.includes(branchName) ? undefined : `though there is no branch called ${branchName} any more`
  },
})

export type Sought = Sent<typeof bookings.findSame>['body']

/** The stored booking that is the same as the one in the form, if there is one; asked for once there is enough to go by. */
export const sameBooking = (sought: Sought) =>
  queryOptions({
    queryKey: ['bookings', 'same', sought],
    queryFn: async ({ signal }) => (await call(bookings.findSame, { body: sought }, { signal })).same,
    enabled: bookings.findSame.body.safeParse(sought).success,
  })
