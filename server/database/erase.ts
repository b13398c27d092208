import { sql } from 'kysely'
import { addLine } from './changes.ts'
import { sharedTime } from './clock.ts'
import { isPostgres } from './dialect.ts'
import { newId } from './ids.ts'
import { forgetPosted } from './postings/forget.ts'
import type { Author } from './records.ts'
import type { RecordTables, Transaction } from './schema.ts'
import { sqlName } from './search.ts'

type Erased = { id: string; version: number }

/**
 * Takes a record away for good: its row, its words, and what its versions were. That it was there, and who did what to it when, stays in the
 * history, and that it was erased is noted there.
 */
export async function eraseRecord(trx: Transaction, table: keyof RecordTables, { id, version }: Erased, by: Author): Promise<void> {
  const ofRecord = sql`resource = ${table} and record_id = ${id}`
  await forgetWords(trx, table, id)
  await forgetPosted(trx, table, { id, version })
  await sql`delete from ${sql.table(sqlName(table))} where id = ${id}`.execute(trx)
  await sql`update history set record = '' where ${ofRecord}`.execute(trx)
  await trx.deleteFrom('failedErasures').where('resource', '=', table).where('recordId', '=', id).execute()
  // The first answer to a request, which is kept for a day.
  await trx.deleteFrom('idempotencyKeys').where('answer', 'like', `%"${id}"%`).execute()
  const line = { id: newId(), resource: table, recordId: id, version: version + 1, action: 'erase' as const, record: '', at: sharedTime() }
  await addLine(trx, { ...line, byId: by?._id ?? null, byName: by?.username ?? null })
}

/** PostgreSQL keeps the words in the row. */
async function forgetWords(trx: Transaction, table: string, id: string) {
  if (isPostgres(trx)) return
  const words = sql.table(`${sqlName(table)}_words`)
  await sql`delete from ${words} where rowid = (select search_id from ${sql.table(sqlName(table))} where id = ${id})`.execute(trx)
}
