import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { branches } from '#contract/branches.ts'
import { type Campaign, type CampaignInput, promoCodes } from '#contract/promo-codes.ts'
import type { ListQuery } from '#web/api/address.ts'
import { call, callUntyped } from '#web/api/call.ts'
import { invalidateAll } from '#web/api/lists.ts'
import { resource } from '#web/api/resource.ts'
import { ofType } from './of-type.ts'

export const promoCodeApi = resource('promoCodes', promoCodes)

const { type: _, ...filters } = promoCodeApi.listing.filters

/** The list screen's view of the codes: without the type, which the screen chooses itself. */
export const listedCodes = {
  ...promoCodeApi,
  listing: { ...promoCodeApi.listing, filters },
  list: (asked: ListQuery) => promoCodeApi.list(ofType(asked)),
}

/** The campaigns that have a code that matches the query, in numbers. */
export const campaigns = (asked: ListQuery) =>
  queryOptions({
    queryKey: ['promoCodes', 'campaigns', asked],
    queryFn: ({ signal }) => callUntyped(promoCodes.campaigns, { query: asked }, { signal }) as Promise<Campaign[]>,
    placeholderData: keepPreviousData,
  })

/** The branches that there are, in the order of the alphabet. */
export const allBranches = queryOptions({
  queryKey: ['branches', 'all'],
  queryFn: async ({ signal }) => (await call(branches.list, { query: { order: 'name' } }, { signal })).items,
})

/** The branches in the trash. */
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
