import { queryOptions } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const bookingApi = resource('bookings', bookings, failures('booking', 'bookings'))

/** The names of all branches, in the order of the alphabet. */
export const branchNames = queryOptions({
  queryKey: ['branches', 'names'],
  queryFn: async ({ signal }) => {
    const { items } = await call(branches.list, { query: {} }, { signal })
    return [...new Set(items.map(({ name }) => name))].sort((a, b) => a.localeCompare(b))
  },
})
