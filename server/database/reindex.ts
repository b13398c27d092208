import { sql } from 'kysely'
import { contract, type ResourceName, resourceNames } from '#contract/all.ts'
import { isPostgres } from './dialect.ts'
import { finding } from './finding.ts'
import { pagesById } from './pages.ts'
import { doubtPostings } from './postings/states.ts'
import type { RecordTables, Transaction } from './schema.ts'
import { indexRows, sqlName } from './search.ts'
import { countAnew, talliedColumns } from './tallies.ts'

const page = 500

/** Makes anew all that is kept beside the rows of every resource so that they are found and counted: for rows that came by themselves. */
export async function reindex(trx: Transaction): Promise<void> {
  await trx.deleteFrom('imageUses').execute()
  await doubtPostings(trx)
  for (const name of resourceNames) await reindexTable(trx, name)
}

/** The same for one resource. */
export async function reindexTable(trx: Transaction, name: ResourceName) {
  const { wordsOf, usesIn } = finding(name)
  if (!isPostgres(trx)) {
    await sql`delete from ${sql.table(`${sqlName(name)}_words`)}`.execute(trx)
    await sql`update ${sql.table(sqlName(name))} set search_id = rowid`.execute(trx)
  }
  for await (const rows of pagesOf(trx, name)) {
    await indexRows(
      trx,
      sqlName(name),
      rows.map((row) => ({ id: row.id, searchId: row.searchId, ...wordsOf(row) })),
    )
    const uses = rows.flatMap((row) => {
      const { title, urls } = usesIn(row)
      return urls.map((url) => ({ url, title, resource: name, recordId: row.id }))
    })
    if (uses.length > 0) await trx.insertInto('imageUses').values(uses).execute()
  }
  const tallied = talliedColumns(contract[name].list.listing)
  if (Object.keys(tallied).length > 0) await countAnew(trx, sqlName(name), tallied)
}

type Row = RecordTables[ResourceName] & { searchId: number }

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
