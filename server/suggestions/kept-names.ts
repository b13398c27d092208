import type { NamedCollection } from '#contract/suggestions.ts'
import type { Revision } from '#server/db/revision.ts'
import type { Database } from '#server/db/schema.ts'
import { indexNames } from './matching.ts'
import { namesIn } from './names.ts'

type Parts = Awaited<ReturnType<typeof indexNames>>

/** The most indexes kept: those of all collections for staff and for the public, and those of the day before. */
const mostKept = 20

/**
 * Returns a function that returns the indexed names of a collection: all of them, or those that the public sees on a day. They are read again
 * after any commit to the database. While the state of the database is unknown, nothing is kept.
 */
export function keepNames(db: Database, revision: Revision) {
  let kept: { state: string | number | undefined; indexes: Map<string, Parts> } = { state: undefined, indexes: new Map() }

  return async (name: NamedCollection, publicOn: string | undefined): Promise<Parts> => {
    const state = await revision.now()
    if (state === undefined || state !== kept.state || kept.indexes.size >= mostKept) kept = { state, indexes: new Map() }
    const { indexes } = kept
    const key = `${name} ${publicOn ?? 'staff'}`
    const index = indexes.get(key) ?? (await indexNames(namesIn(db, name, publicOn)))
    indexes.set(key, index)
    return index
  }
}
