import { sql } from 'kysely'
import { contract, resourceNames } from '#contract/all.ts'
import { isPostgres } from '#server/database/dialect.ts'
import { reindex } from '#server/database/reindex.ts'
import type { Database } from '#server/database/schema.ts'
import { sqlName } from '#server/database/search.ts'
import { talliedColumns } from '#server/database/tallies.ts'

class Enough extends Error {}

/** What is kept beside the rows, as it is and as it would be if it were made anew, each sorted: words, tallies, and where images are used. */
export async function derived(db: Database): Promise<{ kept: unknown[]; anew: unknown[] }> {
  const kept = await readDerived(db)
  let anew: unknown[] = []
  const work = db.transaction().execute(async (trx) => {
    await reindex(trx)
    anew = await readDerived(trx)
    throw new Enough()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error
  })
  return { kept, anew }
}

async function readDerived(db: Database): Promise<unknown[]> {
  const uses = await db.selectFrom('imageUses').selectAll().orderBy('url').orderBy('recordId').execute()
  const read: unknown[] = [['uses', uses]]
  for (const name of resourceNames) {
    const table = sqlName(name)
    const words = isPostgres(db)
      ? sql`select id, words::text as words from ${sql.table(table)} order by id`
      : sql`select id, words from ${sql.table(table)} join ${sql.table(`${table}_words`)} as w on w.rowid = search_id order by id`
    const columns = Object.keys(talliedColumns(contract[name].list.listing)).map((column) => sql.ref(column))
    read.push([`words of ${name}`, (await words.execute(db)).rows])
    if (columns.length === 0) continue
    const key = sql.join(columns)
    const tally = sql`select ${key}, sum(n) as n from ${sql.table(`${table}_tally`)} group by ${key} having sum(n) <> 0 order by ${key}`
    read.push([`tally of ${name}`, (await tally.execute(db)).rows])
  }
  return read
}
