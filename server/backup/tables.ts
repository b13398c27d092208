import { sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { isPostgres } from '#server/database/dialect.ts'
import { pagesById } from '#server/database/pages.ts'
import type { Database } from '#server/database/schema.ts'
import { sqlName } from '#server/lists/search-index.ts'

/** Whose rows name those of others by their ids come after these. */
const last = ['bookings']

/** All is called as in SQL here: an archive may be older than the names of the program. */
const own = resourceNames.map(sqlName)

/**
 * What is kept for good. The rest is made of it anew (search, where images are used) or is over by then: who is signed in,
 * failed attempts, the answers of yesterday.
 */
export const tables: readonly string[] = [...own.filter((name) => !last.includes(name)), ...last, 'history', 'activity', 'seals']

/** Columns of the search index, which each database has in its own way. */
const derived = ['words', 'tokens', 'search_id']

export type Row = Record<string, string | number | null>

const page = 1_000

/**
 * Does `work` on the database as it is at one moment, however long that takes and whatever others write meanwhile. On SQLite all that
 * `db` reads until the end is of that moment.
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

/** The columns of the tables that are kept and that are there, each table's in the order of their names. */
export async function columnsIn(db: Database): Promise<Map<string, string[]>> {
  const found = new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  const columns = tables.map((table) => [table, (found.get(table) ?? []).filter((name) => !derived.includes(name)).sort()] as const)
  return new Map(columns.filter(([, names]) => names.length > 0))
}

/** All rows of a table, by pages, in the order of their ids. */
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
