import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Branch } from '#contract/branches.ts'
import { oneLine } from '#contract/text.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'

/**
 * Throws a 422 for names that no branch has, each under its field. Names in `unchanged`, which the record already has, are always accepted, even
 * after the branch is gone.
 */
export async function requireBranches(trx: Transaction, wanted: Record<string, string>, unchanged: readonly string[]): Promise<void> {
  for (const [field, name] of Object.entries(wanted)) {
    if (unchanged.includes(name) || (await holdBranch(trx, name)) !== undefined) continue
    throw unknownBranch(field)
  }
}

/** The 422 for a field whose text is the name of no branch. */
export const unknownBranch = (field: string) => invalid({ [field]: 'There is no branch with this name. Choose a branch from the list.' })

/** Returns the id of a live branch with this name, locked until the transaction ends; `undefined` if there is none. */
export async function holdBranch(trx: Transaction, name: string): Promise<string | undefined> {
  // No `limit`: the query may wait for a branch that another transaction renames, and must not miss the next one of this name.
  const found = await ofName(trx, name)
    .$if(locksRows(trx), (query) => query.forShare())
    .execute()
  return found[0]?.id
}

/** Returns the id of a live branch with this name without locking it; `undefined` if there is none. */
export async function branchOfName(db: Database, name: string): Promise<string | undefined> {
  return (await ofName(db, name).executeTakeFirst())?.id
}

/** Returns the ids of the branches that these names mean: the live branches of a name, or else all that ever had it. */
export async function branchesMeant(db: Database, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of new Set(names)) {
    const called = (await ofName(db, name).execute()).map(({ id }) => id)
    ids.push(...(called.length > 0 ? called : await onceOfName(db, name)))
  }
  return [...new Set(ids)]
}

/** Returns the ids of all branches that ever had this name, newest first. */
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

/** Whether a branch has this name or ever had it. */
export async function hadName(db: Database, branchId: string, name: string): Promise<boolean> {
  const versions = await db
    .selectFrom('history')
    .select('record')
    .where('resource', '=', 'branches')
    .where('recordId', '=', branchId)
    .where('record', '<>', '')
    .execute()
  return versions.some(({ record }) => oneLine((JSON.parse(record) as Branch).name) === name)
}

/**
 * Returns the former names of live branches, each with the current name of its branch. A name that several branches have had is left out: its
 * bookings may belong to any of them.
 */
export async function formerNames(db: Database): Promise<Map<string, string>> {
  const live = await db.selectFrom('branches').select(['id', 'name']).where('deletedAt', 'is', null).execute()
  // SQLite reads on the thread of the event loop.
  await nextTurn()
  const versions = await db
    .selectFrom('history')
    .select(['recordId', 'record'])
    .where('resource', '=', 'branches')
    .where('record', '<>', '')
    .execute()
  const holders = Map.groupBy(versions, ({ record }) => oneLine((JSON.parse(record) as Branch).name))
  const current = new Map(live.map(({ id, name }) => [id, name]))
  const former = new Map<string, string>()
  for (const [name, those] of holders) {
    const [id, ...others] = new Set(those.map(({ recordId }) => recordId))
    const now = id !== undefined && others.length === 0 ? current.get(id) : undefined
    if (now !== undefined && now !== name) former.set(name, now)
  }
  return former
}

const ofName = (db: Database, name: string) =>
  db.selectFrom('branches').select('id').where('name', '=', name).where('deletedAt', 'is', null).orderBy('id')
