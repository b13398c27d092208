import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { branches } from '#contract/branches.ts'
import { type CampaignInput, promoCodes } from '#contract/promo-codes.ts'
import { call } from '#web/api/call.ts'
import { invalidateAll } from '#web/api/lists.ts'
import { resource } from '#web/api/resource.ts'

export const promoCodeApi = resource('promoCodes', promoCodes)

/** The branches that there are, in the order of the alphabet. */
export const allBranches = queryOptions({
  queryKey: ['branches', 'all'],
  queryFn: async ({ signal }) => (await call(branches.list, { query: { order: 'name' } }, { signal })).items,
})

/** Those that were deleted, and can still be restored. */
export const deletedBranches = queryOptions({
  queryKey: ['branches', 'deleted'],
  queryFn: async ({ signal }) => (await call(branches.list, { query: { trash: '1' } }, { signal })).items,
})

/** Makes many codes at once. */
export function useCreateCampaign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CampaignInput) => call(promoCodes.createCampaign, { body: input }),
    onSettled: () => invalidateAll(client),
  })
}
