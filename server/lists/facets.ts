import { sql } from 'kysely'
import type { Database, RecordTables } from '#server/database/schema.ts'
import { sqlName } from './search-index.ts'

/** Values of one facet that are returned at most. */
const mostValues = 500

/** The texts that stand in a column of live records, in the order of the alphabet. Skips through an index from one value to the next, however many records have it. */
export async function valuesIn(db: Database, table: keyof RecordTables, field: string): Promise<string[]> {
  const [rows, column] = [sql.table(sqlName(table)), sql.ref(field)]
  const first = sql`select min(${column}) from ${rows} where deleted_at is null and ${column} > ''`
  const following = sql`select min(${column}) from ${rows} where deleted_at is null and ${column} > found.value`
  const { rows: found } = await sql<{ value: string }>`
    with recursive found (value) as (${first} union all select (${following}) from found where found.value is not null)
    select value from found where value is not null limit ${sql.lit(mostValues)}`.execute(db)
  return found.map(({ value }) => value).sort((a, b) => a.localeCompare(b))
}
