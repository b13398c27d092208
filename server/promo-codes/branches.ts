import { recordId } from '#contract/fields.ts'
import { mostBranches, tooManyBranches } from '#contract/promo-codes.ts'
import { oneLine, storable } from '#contract/text.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { PromoCodeRow, RecordTables, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'

/** Branches as ids, with their names in the same order. */
export type Limited = { branches: readonly string[]; branchNames: readonly string[] }

/**
 * Returns the names of the branches with these ids, as the JSON of the column. Throws a 422 for an id that is no current branch, unless `known`
 * contains it: a code whose branch was deleted stays limited to it.
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
  deleted
    ? `${deleted.name} was deleted. Deselect it, or restore the branch first.`
    : 'This branch does not exist. Choose a branch from the list.'

/** The longest name of a branch that is looked up, in characters. */
const longestName = 480

/** Returns the values of an imported row with the ids of the branches that its cell names. A name with a comma in it has been read as several. */
export async function withBranchIds(trx: Transaction, values: Record<string, unknown>) {
  const given = Array.isArray(values.branches) ? values.branches.map(String) : []
  if (given.length > mostBranches) return { values, errors: { branches: tooManyBranches } }
  if (given.every(isId)) return { values, errors: {} }
  const names = given.map((name) => oneLine(name.slice(0, longestName)))
  const whole = names.join(', ')
  const ids = await idsOfBranches(trx, [...names, whole])
  if (ids.has(whole)) return { values: { ...values, branches: [ids.get(whole)] }, errors: {} }
  const unknown = names.find((name) => !ids.has(name) && !isId(name))
  if (unknown === undefined) return { values: { ...values, branches: names.map((name) => ids.get(name) ?? name) }, errors: {} }
  return { values, errors: { branches: `There is no branch called "${unknown.slice(0, 120)}". Write each branch on a line of its own.` } }
}

/** Returns the ids of the live branches with these names, by name. A text that the database can't store is no name. */
async function idsOfBranches(trx: Transaction, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = names.filter((name) => storable.test(name))
  if (wanted.length === 0) return new Map()
  const live = trx.selectFrom('branches').select(['id', 'name']).where('deletedAt', 'is', null)
  const found = await live.where('name', 'in', wanted).orderBy('id', 'desc').execute()
  return new Map(found.map(({ id, name }) => [name, id]))
}

const isId = (text: string) => recordId.safeParse(text).success

/** Returns the branches of a stored code. */
export const limitedTo = ({ branches, branchNames }: Pick<PromoCodeRow, 'branches' | 'branchNames'>): Limited => ({
  branches: JSON.parse(branches) as string[],
  branchNames: JSON.parse(branchNames) as string[],
})

/** Renames a branch in the codes that are limited to it. The codes refer to the branch by id, so they get no new version. */
export async function renameInCodes(trx: Transaction, branch: Pick<RecordTables['branches'], 'id' | 'name'>, name: string): Promise<void> {
  if (branch.name === name) return
  const limited = trx.selectFrom('promoCodes').where('branches', 'like', `%"${branch.id}"%`)
  // Another branch of the same codes may be renamed concurrently. The lock makes one transaction wait, and then read the other's names.
  if (locksRows(trx)) await limited.select('id').orderBy('id').forUpdate().execute()
  // The codes of a campaign have the same branches, so one update covers all of them.
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
