import { sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { pagesById } from '#server/db/pages-by-id.ts'
import type { Database } from '#server/db/schema.ts'
import { sqlName } from '#server/lists/search-index.ts'

/** Tables whose rows refer to rows of other tables by id, so they come after those. */
const last = ['closures', 'bookings']

/** SQL names, because an archive may be older than the names in the program. */
const own = resourceNames.map(sqlName)

/**
 * The permanent tables. The others are derived from these (search, where images are used) or temporary: sessions,
 * failed attempts, stored answers, and drafts, which are private to their users.
 */
export const tables: readonly string[] = [...own.filter((name) => !last.includes(name)), ...last, 'views', 'history', 'activity', 'seals']

/** Columns of the search index, which each database implements in its own way. */
const derived = ['words', 'tokens', 'search_id']

export type Row = Record<string, string | number | null>

const page = 1_000

/**
 * Runs `work` on a snapshot of the database, however long it takes and whichever changes others make. On SQLite, all reads of
 * `db` see the snapshot until `work` ends.
 */
export function inSnapshot<Result>(db: Database, work: (snapshot: Database) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql.raw(isPostgres(db) ? 'begin isolation level repeatable read read only' : 'begin').execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

/** Returns the columns of the permanent tables that exist, sorted by name for each table. */
export async function columnsIn(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await (isPostgres(db) ? postgresColumns : sqliteColumns).execute(db)
  const columns = tables.map((table) => {
    const names = rows.filter((row) => row.table === table).map(({ name }) => name)
    return [table, names.filter((name) => !derived.includes(name)).sort()] as const
  })
  return new Map(columns.filter(([, names]) => names.length > 0))
}

const sqliteColumns = sql<Column>`select m.name as "table", c.name from sqlite_schema as m, pragma_table_info(m.name) as c where m.type = 'table'`

/** Kysely's introspection calls functions that read outside the snapshot, and fail if another server drops a column meanwhile. */
const postgresColumns = sql<Column>`
  select c.relname as "table", a.attname as name from pg_attribute as a join pg_class as c on c.oid = a.attrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`

type Column = { table: string; name: string }

/** Yields all rows of a table in pages, in the order of their ids. */
export const rowsOf = (db: Database, table: string, columns: readonly string[]): AsyncGenerator<Row[]> =>
  pagesById<Row & { id: string }>(
    (after, size) =>
      db
        .withoutPlugins()
        .selectFrom(table as 'history')
        .select(columns as 'id'[])
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
    page,
  )
