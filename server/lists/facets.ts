import { sql } from 'kysely'
import type { Database, RecordTables } from '#server/db/schema.ts'
import { and, type Condition } from './filters.ts'
import { sqlName } from './search-index.ts'

/** The most values of one facet that are returned. */
const mostValues = 500

/**
 * Returns the distinct texts in a column of live records that meet `conditions`, in alphabetical order. The query skips from one value to the
 * next in an index, however many records share a value.
 */
export async function valuesIn(
  db: Database,
  table: keyof RecordTables,
  field: string,
  conditions: readonly Condition[],
): Promise<string[]> {
  const [rows, column] = [sql.table(sqlName(table)), sql.ref(field)]
  const isListed = and([sql<boolean>`deleted_at is null`, ...conditions])
  const first = sql`select min(${column}) from ${rows} where ${isListed} and ${column} > ''`
  const following = sql`select min(${column}) from ${rows} where ${isListed} and ${column} > found.value`
  const { rows: found } = await sql<{ value: string }>`
    with recursive found (value) as (${first} union all select (${following}) from found where found.value is not null)
    select value from found where value is not null limit ${sql.lit(mostValues)}`.execute(db)
  return found.map(({ value }) => value).sort((a, b) => a.localeCompare(b))
}
