import { queryOptions } from '@tanstack/react-query'
import { branches } from '#contract/branches.ts'
import { call } from '#web/api/call.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const branchApi = resource('branches', branches, failures('branch', 'branches'))

/** Counts the upcoming bookings of a branch and returns the next one. */
export const comingBookings = (id: string) =>
  queryOptions({
    queryKey: ['branches', 'coming bookings', id],
    queryFn: ({ signal }) => call(branches.coming, { params: { id } }, { signal }),
  })
