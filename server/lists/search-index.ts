import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import { fireAndForget } from '#server/database/fire-and-forget.ts'
import type { Database, Transaction } from '#server/database/schema.ts'
import { signs } from './tokens.ts'

/**
 * The search index of a table of records: the tokens of each record (tokens.ts). SQLite keeps them in an FTS5 table that holds no text of
 * its own, under the row's `search_id`; PostgreSQL keeps them in the row, in the `tsvector` column `tokens`.
 */

/** Adds an index to a table that has none; for migrations. `table` is called as in SQL. */
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

/** Creates the index proper: on PostgreSQL that of the column, on SQLite the table of tokens, empty. */
export async function createTokens(db: Database, table: string): Promise<void> {
  const tokens = tokensTable(table)
  if (isPostgres(db)) {
    await sql`create index ${tokens} on ${sql.table(table)} using gin (tokens)`.execute(db)
    return
  }
  await sql`create virtual table ${tokens} using fts5
    (tokens, content = '', detail = 'none', columnsize = 0, tokenize = ${sql.lit(`ascii tokenchars '${signs}'`)})`.execute(db)
  // FTS5 would merge its segments inside a write, which takes up to 70 ms: the housekeeping does it (`mergeSegments`).
  await sql`insert into ${tokens} (${tokens}, rank) values ('automerge', 0)`.execute(db)
}

export async function dropTokens(db: Database, table: string): Promise<void> {
  if (isPostgres(db)) await sql`drop index if exists ${tokensTable(table)}`.execute(db)
  else await sql`drop table if exists ${tokensTable(table)}`.execute(db)
}

/** What a table or a column is called in SQL: `promoCodes` is `promo_codes`. */
export const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** SQLite's FTS5 table, PostgreSQL's index. */
export const tokensTable = (table: string) => sql.table(`${sqlName(table)}_tokens`)

/** The columns of a row that belong to the index: on PostgreSQL its tokens, on SQLite the number of a new row. `tokens` may stand for a parameter. */
export const indexColumns = (db: Database, table: string, tokens: unknown): Record<string, RawBuilder<unknown>> =>
  isPostgres(db)
    ? { tokens: sql`array_to_tsvector(${tokens}::text[])` }
    : { searchId: sql`(select coalesce(max(search_id), 0) + 1 from ${sql.table(table)})` }

/** Writes the tokens of a row that is stored, in place of those that it had `before`. PostgreSQL has them in the row (`indexColumns`). */
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

/** One row of values: for a `select` SQLite would open a savepoint, at which FTS5 flushes its tokens, and that is half of the work. */
const addition = (table: string, id: string, tokens: string) =>
  sql`insert into ${tokensTable(table)} (rowid, tokens) values (${idOf(table, id)}, ${tokens})`

/** Without a text of its own FTS5 has to be told which tokens to take out. */
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

/** Whether a row has the tokens that `match` asks for (`written`). On SQLite inside a query on the table of tokens. */
export const matches = (db: Database, table: string, match: string): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${sql.ref(`${table}.tokens`)} @@ ${match}::tsquery` : sql`${tokensTable(table)} match ${match}`

/** The same of a row that is at hand. SQLite lists all rows with these tokens once, and looks each row up in there. */
export const hasTokens = (db: Database, table: string, match: string): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? matches(db, table, match)
    : sql`+${sql.ref(`${table}.searchId`)} in (select rowid from ${tokensTable(table)} where ${matches(db, table, match)})`

/** Pages of 4 kB that one step of `mergeSegments` writes at most, and steps of one round: a write waits for one of them. */
const merge = { pages: 64, steps: 200 }

/** Merges the segments that writes have left in SQLite's index, in small steps; for the housekeeping. PostgreSQL's autovacuum does so by itself. */
export async function mergeSegments(db: Database, tables: readonly string[], ended?: AbortSignal): Promise<void> {
  if (isPostgres(db)) return
  for (const table of tables) {
    const tokens = tokensTable(table)
    const changes = sql<{ n: number }>`select total_changes() as n`
    for (let step = 0; step < merge.steps && !ended?.aborted; step++) {
      const isDone = await db.transaction().execute(async (trx) => {
        const before = await changes.execute(trx)
        await sql`insert into ${tokens} (${tokens}, rank) values ('merge', ${sql.lit(merge.pages)})`.execute(trx)
        // FTS5 counts no more than the statement itself where there is nothing to merge.
        return Number((await changes.execute(trx)).rows[0]?.n) - Number(before.rows[0]?.n) < 2
      })
      if (isDone) break
    }
  }
}
