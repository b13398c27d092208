import { sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { pagesById } from '#server/db/pages-by-id.ts'
import type { Database, RecordTables, Transaction } from '#server/db/schema.ts'
import { createTokens, dropTokens, indexRows, sqlName } from '#server/lists/search-index.ts'
import { resourceFields } from './resource-fields.ts'

/**
 * The version of the data derived from rows. Raise it with every change of the tokens, the searched fields, or the sort keys. Servers of two
 * such versions must not run at the same time: see docs/deploying.md.
 */
export const indexVersion = 1

const page = 500

/** Rebuilds the index if another version has written it. Of several servers that start at the same time, only one rebuilds. */
export async function requireIndex(db: Database): Promise<void> {
  const { rows } = await sql<{ version: number }>`select version from search_index where name = 'records'`.execute(db)
  if (rows[0]?.version === indexVersion) return
  await db.transaction().execute(async (trx) => {
    // The other servers wait here, and then find nothing left to do.
    const { numAffectedRows } = await sql`insert into search_index (name, version) values ('records', ${indexVersion})
      on conflict (name) do update set version = excluded.version where search_index.version <> excluded.version`.execute(trx)
    if (numAffectedRows !== 0n) await rebuildIndex(trx)
  })
}

/** Derives the search index, the sort keys and the image uses from the rows of every resource, including rows that bypassed the repository. */
export async function rebuildIndex(trx: Transaction): Promise<void> {
  await trx.deleteFrom('imageUses').execute()
  for (const name of resourceNames) await rebuildTable(trx, name)
  await sql`insert into search_index (name, version) values ('records', ${indexVersion})
    on conflict (name) do update set version = excluded.version`.execute(trx)
}

type Row = RecordTables[ResourceName] & { searchId: number }

async function rebuildTable(trx: Transaction, name: ResourceName) {
  const table = sqlName(name)
  const { tokensOf, sortColumns, usesIn } = resourceFields(name)
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
      const { urls, ...use } = usesIn(row)
      return urls.map((url) => ({ url, resource: name, recordId: row.id, ...use }))
    })
    if (uses.length > 0) await trx.insertInto('imageUses').values(uses).execute()
  }
  // Building the index over all rows at once takes a fraction of the time.
  if (isPostgres(trx)) await createTokens(trx, table)
}

/** Numbers SQLite's rows in the order of their ids, which FTS5 then follows. */
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
