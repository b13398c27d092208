import { queryOptions } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import type { Sent } from '#contract/endpoint.ts'
import { digitCount, leastDigits } from '#contract/phone.ts'
import { branchNames } from '#web/api/branch-names.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { queries } from '#web/api/queries.ts'
import { resource } from '#web/api/resource.ts'

export const bookingApi = resource('bookings', bookings, failures('booking'), {
  nameOf: ({ fullName }) => `The booking for ${fullName}`,
  nameInText: ({ fullName }) => `the booking for ${fullName}`,
  async lacks(item) {
    const { branchName } = bookings.get.answer.parse(item)
    // Unknown while the branches can't be loaded.
    const names = await queries()
      .fetchQuery(branchNames)
      .catch(() => [branchName])
    return names.includes(branchName) ? undefined : `The branch ${branchName} no longer exists.`
  },
})

export type Sought = Sent<typeof bookings.findSame>['body']

/** The stored bookings that are the same as the one in the form, or of the same day; asked for once there is enough to go by. */
export const sameBooking = (sought: Sought) =>
  queryOptions({
    queryKey: ['bookings', 'same', sought],
    queryFn: ({ signal }) => call(bookings.findSame, { body: sought }, { signal }),
    enabled: bookings.findSame.body.safeParse(sought).success,
  })

/** Earlier guests with a phone number; enabled for numbers with enough digits. A new number cancels the call. */
export const callersWith = (phoneNumber: string) =>
  queryOptions({
    queryKey: ['bookings', 'callers', phoneNumber],
    queryFn: async ({ signal }) => (await call(bookings.findCallers, { body: { phoneNumber } }, { signal })).callers,
    enabled: digitCount(phoneNumber) >= leastDigits && bookings.findCallers.body.safeParse({ phoneNumber }).success,
  })
