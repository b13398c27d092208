import { type RawBuilder, sql } from 'kysely'
import { mostCounted } from '#contract/listing.ts'
import type { Database } from '#server/database/schema.ts'
import { and, type ListQuery } from './filters.ts'
import { sourceOf } from './find.ts'
import { tokensTable } from './search-index.ts'

/** How many records are asked for: exactly up to `mostCounted`, and one more than that where there are more. */
export async function countRows(db: Database, query: ListQuery): Promise<number> {
  const { rows } = await countQuery(db, query).execute(db)
  // PostgreSQL counts in 64 bits and answers with text.
  return Number(rows[0]?.total)
}

export function countQuery(db: Database, query: ListQuery): RawBuilder<{ total: number | string }> {
  const { from, where, isBare } = sourceOf(db, query)
  const counted = isBare ? sql`${tokensTable(query.table)} where ${where[0]}` : sql`${from} where ${and(where)}`
  return sql`select count(*) as total from (select 1 from ${counted} limit ${sql.lit(mostCounted + 1)}) as counted`
}
