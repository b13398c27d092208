import { useQuery } from '@tanstack/react-query'
import type { PromoCode } from '#contract/promo-codes.ts'
import { allBranches, deletedBranches } from './api.ts'

/** Branches by their ids, with what each is called. */
export type Limited = Pick<PromoCode, 'branches' | 'branchNames'>

/**
 * The branches that a code can be limited to: all branches, and deleted ones among `chosen` or `stored`. `gone` are the ids of deleted
 * branches, known once all branches are loaded.
 */
export function useBranchChoices(stored: Limited, chosen: readonly string[]) {
  const { data, isError, refetch } = useQuery(allBranches)
  const held = [...new Set([...stored.branches, ...chosen])]
  const gone = data ? held.filter((id) => data.every(({ _id }) => _id !== id)) : []
  // One that was deleted after it had been chosen here.
  const { data: deleted } = useQuery({ ...deletedBranches, enabled: gone.some((id) => !stored.branches.includes(id)) })
  const nameOf = (id: string) =>
    stored.branchNames[stored.branches.indexOf(id)] ?? deleted?.find(({ _id }) => _id === id)?.name ?? 'A branch'
  const choices = [
    ...(data?.map(({ _id, name }) => ({ value: _id, label: name })) ?? held.map((id) => ({ value: id, label: nameOf(id) }))),
    ...gone.map((id) => ({ value: id, label: `${nameOf(id)} (deleted)` })),
  ]
  return { choices, gone, isError, refetch }
}
