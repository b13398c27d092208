import type { Database, RecordTables } from '#server/database/schema.ts'
import { countOn } from './blocks.ts'
import type { Found } from './find.ts'
import { groupsOf } from './read.ts'
import { hasTerm } from './terms.ts'

/** How many of what was found have each of these terms. Nothing where the postings have gone on meanwhile. */
export async function countEach(
  db: Database,
  table: keyof RecordTables,
  { blocks, changed, epoch }: Found,
  terms: readonly string[],
): Promise<number[] | undefined> {
  const groups = terms.map((term) => ({ oneOf: [term], like: [] }))
  const read = await groupsOf(db, table, epoch, groups)
  return read?.map((postings, at) => {
    const settled = postings.reduce((sum, posting) => sum + countOn(blocks, posting), 0)
    return settled + changed.filter(({ terms: had }) => hasTerm(had, terms[at] ?? '')).length
  })
}
