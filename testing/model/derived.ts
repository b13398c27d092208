import { sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { sqlName, tokensTable } from '#server/lists/search-index.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'

class Enough extends Error {}

/** Returns the derived data, as stored and as rebuilt, each sorted: tokens, sort keys, and the uses of images. */
export async function derived(db: Database): Promise<{ kept: unknown[]; anew: unknown[] }> {
  let [kept, anew]: [unknown[], unknown[]] = [[], []]
  const work = db.transaction().execute(async (trx) => {
    kept = await readDerived(trx)
    await rebuildIndex(trx)
    anew = await readDerived(trx)
    throw new Enough()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error
  })
  return { kept, anew }
}

async function readDerived(trx: Transaction): Promise<unknown[]> {
  const uses = await trx.selectFrom('imageUses').selectAll().orderBy('url').orderBy('recordId').execute()
  const read: unknown[] = [['uses', uses]]
  for (const name of resourceNames) {
    const rows = await trx.selectFrom(name).selectAll().orderBy('id').execute()
    const keys = rows.map((row) => Object.entries(row).filter(([column]) => column.endsWith('Sort')))
    read.push([`tokens of ${name}`, await (isPostgres(trx) ? tokensOnPostgres : tokensOnSqlite)(trx, sqlName(name)), keys])
  }
  return read
}

const tokensOnPostgres = async (trx: Transaction, table: string) =>
  (await sql`select id, tokens::text as tokens from ${sql.table(table)} order by id`.execute(trx)).rows

/** Returns the tokens in a table's search index on SQLite, by row id. FTS5 stores no text, but a vocabulary. */
export async function tokensOnSqlite(trx: Transaction, table: string): Promise<unknown[]> {
  const vocabulary = sql.table(`${table}_vocabulary`)
  await sql`create virtual table ${vocabulary} using fts5vocab(${tokensTable(table)}, instance)`.execute(trx)
  const { rows } = await sql`select id, term from ${vocabulary} join ${sql.table(table)} on search_id = doc order by id, term`.execute(trx)
  await sql`drop table ${vocabulary}`.execute(trx)
  return rows
}
