import { queryOptions } from '@tanstack/react-query'
import { branches } from '#contract/branches.ts'
import { call } from './call.ts'

/** The names of all branches, in the order of the alphabet. */
export const branchNames = queryOptions({
  queryKey: ['branches', 'names'],
  queryFn: async ({ signal }) => {
    const { items } = await call(branches.list, { query: {} }, { signal })
    return [...new Set(items.map(({ name }) => name))].sort((a, b) => a.localeCompare(b))
  },
})
