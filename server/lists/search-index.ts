import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { signs } from './tokens.ts'

/**
 * The search index of a table of records: the tokens of each record (tokens.ts). SQLite keeps them in an FTS5 table that holds no text of
 * its own, under the row's `search_id`; PostgreSQL keeps them in the row, in the `tsvector` column `tokens`.
 */

/** Adds a search index to a table that has none; for migrations. `table` is the name in SQL. */
export async function createSearchIndex(db: Database, table: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table ${sql.table(table)} add column tokens tsvector not null default ''`.execute(db)
    await createTokens(db, table)
    return
  }
  await sql`alter table ${sql.table(table)} add column search_id integer`.execute(db)
  await sql`create unique index ${sql.ref(`${table}_search`)} on ${sql.table(table)} (search_id)`.execute(db)
  await createTokens(db, table)
}

/** Creates the index itself: the GIN index of the column on PostgreSQL, the empty FTS5 table on SQLite. */
export async function createTokens(db: Database, table: string): Promise<void> {
  const tokens = tokensTable(table)
  if (isPostgres(db)) {
    await sql`create index ${tokens} on ${sql.table(table)} using gin (tokens)`.execute(db)
    return
  }
  await sql`create virtual table ${tokens} using fts5
    (tokens, content = '', detail = 'none', columnsize = 0, tokenize = ${sql.lit(`ascii tokenchars '${signs}'`)})`.execute(db)
  // FTS5 would merge its segments inside a write, which takes up to 70 ms, so a background job merges them (`mergeSegments`).
  await sql`insert into ${tokens} (${tokens}, rank) values ('automerge', 0)`.execute(db)
}

export async function dropTokens(db: Database, table: string): Promise<void> {
  if (isPostgres(db)) await sql`drop index if exists ${tokensTable(table)}`.execute(db)
  else await sql`drop table if exists ${tokensTable(table)}`.execute(db)
}

/** Returns the name of a table or column in SQL: `promoCodes` becomes `promo_codes`. */
export const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The name of SQLite's FTS5 table and of PostgreSQL's index. */
export const tokensTable = (table: string) => sql.table(`${sqlName(table)}_tokens`)

/** Returns the index's columns of a row: the tokens on PostgreSQL, the number of a new row on SQLite. `tokens` may be a SQL parameter. */
export const indexColumns = (db: Database, table: string, tokens: unknown): Record<string, RawBuilder<unknown>> =>
  isPostgres(db)
    ? { tokens: sql`array_to_tsvector(${tokens}::text[])` }
    : { searchId: sql`(select coalesce(max(search_id), 0) + 1 from ${sql.table(table)})` }

/** Replaces the tokens of a stored row; `before` are its previous ones. On PostgreSQL the row itself holds the tokens (`indexColumns`). */
export async function updateIndex(
  trx: Transaction,
  table: string,
  id: string,
  tokens: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  if (isPostgres(trx)) return
  const [now, then] = [tokens.join(' '), before.join(' ')]
  if (now === then) return
  if (then !== '') await fireAndForget(trx, removal(table, id, then))
  if (now !== '') await fireAndForget(trx, addition(table, id, now))
}

const idOf = (table: string, id: string) => sql`(select search_id from ${sql.table(table)} where id = ${id})`

/** Inserts with `values`: for a `select`, SQLite would open a savepoint, at which FTS5 flushes its tokens. That flush is half of the work. */
const addition = (table: string, id: string, tokens: string) =>
  sql`insert into ${tokensTable(table)} (rowid, tokens) values (${idOf(table, id)}, ${tokens})`

/** Removes a row's tokens. A contentless FTS5 table must be given the tokens to remove. */
const removal = (table: string, id: string, tokens: string) =>
  sql`insert into ${tokensTable(table)} (${tokensTable(table)}, rowid, tokens) values ('delete', ${idOf(table, id)}, ${tokens})`

/** Adds the tokens of many rows that have none yet. */
export async function indexRows(
  db: Database,
  table: string,
  rows: readonly { id: string; searchId: number; tokens: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  if (isPostgres(db)) {
    const values = rows.map(({ id, tokens }) => sql`(${id}, ${sql.val(tokens)}::text[])`)
    await sql`update ${sql.table(table)} as record set tokens = array_to_tsvector(given.tokens) from (values ${sql.join(values)}) as given (id, tokens)
      where record.id = given.id`.execute(db)
    return
  }
  const values = rows.map(({ searchId, tokens }) => sql`(${searchId}, ${tokens.join(' ')})`)
  await sql`insert into ${tokensTable(table)} (rowid, tokens) values ${sql.join(values)}`.execute(db)
}

/** Tests whether a row has the tokens of `match` (`written`). On SQLite the query must read the table of tokens. */
export const matches = (db: Database, table: string, match: string): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${sql.ref(`${table}.tokens`)} @@ ${match}::tsquery` : sql`${tokensTable(table)} match ${match}`

/** Tests the tokens of a row that the query has already read. SQLite lists all rows with these tokens once and looks each row up in that list. */
export const hasTokens = (db: Database, table: string, match: string): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? matches(db, table, match)
    : sql`+${sql.ref(`${table}.searchId`)} in (select rowid from ${tokensTable(table)} where ${matches(db, table, match)})`

/** The most 4 kB pages that one step of `mergeSegments` writes, and the most steps of one round. A write waits for one step. */
const merge = { pages: 64, steps: 200 }

/** Merges the segments that writes leave in SQLite's index, in small steps; a background job. PostgreSQL's autovacuum does this itself. */
export async function mergeSegments(db: Database, tables: readonly string[], ended?: AbortSignal): Promise<void> {
  if (isPostgres(db)) return
  for (const table of tables) {
    const tokens = tokensTable(table)
    const changes = sql<{ n: number }>`select total_changes() as n`
    for (let step = 0; step < merge.steps && !ended?.aborted; step++) {
      const isDone = await db.transaction().execute(async (trx) => {
        const before = await changes.execute(trx)
        await sql`insert into ${tokens} (${tokens}, rank) values ('merge', ${sql.lit(merge.pages)})`.execute(trx)
        // FTS5 reports only the statement's own change when nothing is left to merge.
        return Number((await changes.execute(trx)).rows[0]?.n) - Number(before.rows[0]?.n) < 2
      })
      if (isDone) break
    }
  }
}
