import { locksRows } from '#server/db/row-locks.ts'
import type { PromoCodeRow, RecordTables, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'

/** Branches by their ids, with what each is called. */
export type Limited = { branches: readonly string[]; branchNames: readonly string[] }

/**
 * What the branches of these ids are called, as the column that keeps it. Refuses (422) what is no branch, or none any more, unless `known`
 * has it already: a code whose branch was deleted stays limited to it.
 */
export async function namesOfBranches(trx: Transaction, ids: readonly string[], known: readonly Limited[]): Promise<string> {
  if (ids.length === 0) return '[]'
  const names = new Map(known.flatMap(({ branches, branchNames }) => branches.map((id, at) => [id, branchNames[at] ?? ''])))
  const found = await trx
    .selectFrom('branches')
    .select(['id', 'name', 'deletedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forShare())
    .execute()
  for (const { id, name, deletedAt } of found) if (deletedAt === null || names.has(id)) names.set(id, name)
  const wrong = ids.findIndex((id) => !names.has(id))
  if (wrong !== -1) throw invalid({ [`branches.${wrong}`]: whyNot(found.find(({ id }) => id === ids[wrong])) })
  return JSON.stringify(ids.map((id) => names.get(id)))
}

const whyNot = (deleted: { name: string } | undefined) =>
  deleted ? `${deleted.name} was deleted. Take it out, or restore it first.` : 'There is no such branch. Choose one from the list.'

/** The branches of a code as it is stored. */
export const limitedTo = ({ branches, branchNames }: Pick<PromoCodeRow, 'branches' | 'branchNames'>): Limited => ({
  branches: JSON.parse(branches) as string[],
  branchNames: JSON.parse(branchNames) as string[],
})

/** Calls a branch by its new name in the codes that are limited to it. They go by its id, so this makes no version of them. */
export async function renameInCodes(trx: Transaction, branch: Pick<RecordTables['branches'], 'id' | 'name'>, name: string): Promise<void> {
  if (branch.name === name) return
  const limited = trx.selectFrom('promoCodes').where('branches', 'like', `%"${branch.id}"%`)
  // Another of their branches may be renamed at the same moment: one waits for the other, and reads what that one wrote.
  if (locksRows(trx)) await limited.select('id').orderBy('id').forUpdate().execute()
  // The codes of a campaign have the same branches, and are dealt with at once.
  const limits = await limited.select(['branches', 'branchNames']).distinct().execute()
  for (const limit of limits) {
    const { branches, branchNames } = limitedTo(limit)
    const renamed = JSON.stringify(branchNames.map((before, at) => (branches[at] === branch.id ? name : before)))
    await trx
      .updateTable('promoCodes')
      .set({ branchNames: renamed })
      .where('branches', '=', limit.branches)
      .where('branchNames', '=', limit.branchNames)
      .execute()
  }
}
