import { type RawBuilder, sql } from 'kysely'
import { mostCounted } from '#contract/listing.ts'
import type { Database } from '#server/db/schema.ts'
import { and, type TableRequest } from './filters.ts'
import { sourceOf } from './find.ts'
import { tokensTable } from './search-index.ts'

/** Returns the number of requested records: exact up to `mostCounted`, or the limit of an export, and one more than that for any more. */
export async function countRows(db: Database, query: TableRequest): Promise<number> {
  const { rows } = await countQuery(db, query).execute(db)
  // PostgreSQL counts in 64 bits and may return the number as text.
  return Number(rows[0]?.total)
}

export function countQuery(db: Database, query: TableRequest): RawBuilder<{ total: number | string }> {
  const { from, where, isBare } = sourceOf(db, query)
  const most = query.request.exportState?.counts ?? mostCounted
  const counted = isBare ? sql`${tokensTable(query.table)} where ${where[0]}` : sql`${from} where ${and(where)}`
  return sql`select count(*) as total from (select 1 from ${counted} limit ${sql.lit(most + 1)}) as counted`
}
