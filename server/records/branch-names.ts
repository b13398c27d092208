import type { Branch } from '#contract/branches.ts'
import { oneLine } from '#contract/text.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'

/** Refuses names that no branch has, each under its field. `kept` are those that the record has already, whatever has become of the branch. */
export async function requireBranches(trx: Transaction, wanted: Record<string, string>, kept: readonly string[]): Promise<void> {
  for (const [field, name] of Object.entries(wanted)) {
    if (kept.includes(name) || (await holdBranch(trx, name)) !== undefined) continue
    throw invalid({ [field]: 'There is no branch of this name. Choose one from the list.' })
  }
}

/** The id of a branch of this name, which keeps its name and stays until the transaction ends; `undefined` where there is none. */
export async function holdBranch(trx: Transaction, name: string): Promise<string | undefined> {
  // All of this name and no `limit`: one that is renamed while this waits for it must not hide the next.
  const found = await ofName(trx, name)
    .$if(locksRows(trx), (query) => query.forShare())
    .execute()
  return found[0]?.id
}

/** The same for whoever only wants to know. */
export async function branchOfName(db: Database, name: string): Promise<string | undefined> {
  return (await ofName(db, name).executeTakeFirst())?.id
}

/** The ids of the branches that somebody means by names: those that are called so, or where none is, all that ever were. */
export async function branchesMeant(db: Database, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of new Set(names)) {
    const called = (await ofName(db, name).execute()).map(({ id }) => id)
    ids.push(...(called.length > 0 ? called : await onceOfName(db, name)))
  }
  return [...new Set(ids)]
}

/** The ids of the branches that have ever had this name, those that were made last first. */
export async function onceOfName(db: Database, name: string): Promise<string[]> {
  const versions = await db
    .selectFrom('history')
    .select(['recordId', 'record'])
    .where('resource', '=', 'branches')
    .where('record', '<>', '')
    .orderBy('recordId', 'desc')
    .execute()
  const called = versions.filter(({ record }) => oneLine((JSON.parse(record) as Branch).name) === name)
  return [...new Set(called.map(({ recordId }) => recordId))]
}

const ofName = (db: Database, name: string) =>
  db.selectFrom('branches').select('id').where('name', '=', name).where('deletedAt', 'is', null).orderBy('id')
