import { sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { createTokens, dropTokens, indexRows, sqlName } from '#server/lists/search-index.ts'
import { isPostgres } from './dialect.ts'
import { finding } from './finding.ts'
import { pagesById } from './pages.ts'
import type { Database, RecordTables, Transaction } from './schema.ts'

/**
 * The version of all that is derived from the rows: raised with every change of the tokens, of the fields that are searched, or of the sort keys.
 * Servers of two versions must not run beside each other: see docs/deploying.md.
 */
const indexVersion = 1

const page = 500

/** Rebuilds the index where another version has written it, once of all servers that start at the same time. */
export async function requireIndex(db: Database): Promise<void> {
  const { rows } = await sql<{ version: number }>`select version from search_index where name = 'records'`.execute(db)
  if (rows[0]?.version === indexVersion) return
  await db.transaction().execute(async (trx) => {
    // The other servers wait here, and then find that nothing is left to be done.
    const { numAffectedRows } = await sql`insert into search_index (name, version) values ('records', ${indexVersion})
      on conflict (name) do update set version = excluded.version where search_index.version <> excluded.version`.execute(trx)
    if (numAffectedRows !== 0n) await rebuildIndex(trx)
  })
}

/** Derives the search index, the sort keys and the uses of images from the rows of every resource; of rows that were written past `records` as well. */
export async function rebuildIndex(trx: Transaction): Promise<void> {
  await trx.deleteFrom('imageUses').execute()
  for (const name of resourceNames) await rebuildTable(trx, name)
  await sql`insert into search_index (name, version) values ('records', ${indexVersion})
    on conflict (name) do update set version = excluded.version`.execute(trx)
}

type Row = RecordTables[ResourceName] & { searchId: number }

async function rebuildTable(trx: Transaction, name: ResourceName) {
  const table = sqlName(name)
  const { tokensOf, sortColumns, usesIn } = finding(name)
  await dropTokens(trx, table)
  if (!isPostgres(trx)) {
    await createTokens(trx, table)
    await numberRows(trx, table)
  }
  for await (const rows of pagesOf(trx, name)) {
    await indexRows(
      trx,
      table,
      rows.map((row) => ({ id: row.id, searchId: row.searchId, tokens: tokensOf(row) })),
    )
    for (const row of rows) {
      const keys = Object.entries(sortColumns(row)).filter(([column, key]) => (row as unknown as Record<string, unknown>)[column] !== key)
      if (keys.length > 0)
        await trx
          .updateTable(name as 'movies')
          .set(Object.fromEntries(keys))
          .where('id', '=', row.id)
          .execute()
    }
    const uses = rows.flatMap((row) => {
      const { title, urls } = usesIn(row)
      return urls.map((url) => ({ url, title, resource: name, recordId: row.id }))
    })
    if (uses.length > 0) await trx.insertInto('imageUses').values(uses).execute()
  }
  // An index that is made of all rows at once takes a fraction of the time.
  if (isPostgres(trx)) await createTokens(trx, table)
}

/** Numbers SQLite's rows in the order of their ids, in which FTS5 then has them. */
async function numberRows(trx: Transaction, table: string) {
  await sql`update ${sql.table(table)} set search_id = null`.execute(trx)
  await sql`update ${sql.table(table)} set search_id = numbered.number
    from (select id, row_number() over (order by id) as number from ${sql.table(table)}) as numbered
    where numbered.id = ${sql.ref(`${table}.id`)}`.execute(trx)
}

const pagesOf = (trx: Transaction, name: ResourceName) =>
  pagesById(async (after, size) => {
    const rows = trx
      .selectFrom(name as 'movies')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
    return (await rows.execute()) as unknown as Row[]
  }, page)
