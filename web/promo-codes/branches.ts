import { useQuery } from '@tanstack/react-query'
import type { PromoCode } from '#contract/promo-codes.ts'
import { allBranches } from './api.ts'

/** Branches by their ids, with what each is called. */
export type Limited = Pick<PromoCode, 'branches' | 'branchNames'>

/**
 * What a code can be limited to: the branches that there are, and those that it is limited to already, whatever has become of them. `gone`
 * are those that are no branches any more, known once all branches are.
 */
export function useBranchChoices({ branches, branchNames }: Limited) {
  const { data, isError, refetch } = useQuery(allBranches)
  const known = branches.map((_id, at) => ({ _id, name: branchNames[at] ?? '' }))
  const gone = known.filter(({ _id }) => data?.every((branch) => branch._id !== _id))
  const choices = [
    ...(data ?? known).map(({ _id, name }) => ({ value: _id, label: name })),
    ...gone.map(({ _id, name }) => ({ value: _id, label: `${name} (deleted)` })),
  ]
  return { choices, gone, isError, refetch }
}
