import { queryOptions } from '@tanstack/react-query'
import { branches } from '#contract/branches.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const branchApi = resource('branches', branches, failures('branch', 'branches'))

/** How many bookings of a branch are still to come, and the next of them. */
export const comingBookings = (id: string) =>
  queryOptions({
    queryKey: ['branches', 'coming bookings', id],
    queryFn: ({ signal }) => call(branches.coming, { params: { id } }, { signal }),
  })
