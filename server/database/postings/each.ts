import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { countOn, type Posting } from './blocks.ts'
import type { Found } from './find.ts'
import { isStill } from './states.ts'

/** How many of what was found have each of these terms. Nothing where the postings have gone on meanwhile. */
export async function countEach(
  db: Database,
  table: string,
  { blocks, changed, state }: Found,
  terms: readonly string[],
): Promise<number[] | undefined> {
  const { rows } = await sql<Posting & { term: string }>`select term, block as number, places from postings
    where resource = ${table} and term in (${sql.join(terms)})`.execute(db)
  if (!(await isStill(db, table, state))) return undefined
  const byTerm = Map.groupBy(rows, ({ term }) => term)
  return terms.map((term) => {
    const settled = (byTerm.get(term) ?? []).reduce((sum, posting) => sum + countOn(blocks, posting), 0)
    return settled + changed.filter(({ terms }) => terms.has(term)).length
  })
}
