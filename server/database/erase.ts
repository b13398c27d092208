import { sql } from 'kysely'
import { sqlName, updateIndex } from '#server/lists/search-index.ts'
import { addLine } from './changes.ts'
import { sharedTime } from './clock.ts'
import { newId } from './ids.ts'
import type { Author } from './records.ts'
import type { RecordTables, Transaction } from './schema.ts'

type Erased = { id: string; version: number; tokens: readonly string[] }

/**
 * Takes a record away for good: its row, its tokens, and what its versions were. That it was there, and who did what to it when, stays in the
 * history, and that it was erased is noted there.
 */
export async function eraseRecord(trx: Transaction, table: keyof RecordTables, { id, version, tokens }: Erased, by: Author): Promise<void> {
  const ofRecord = sql`resource = ${table} and record_id = ${id}`
  await updateIndex(trx, sqlName(table), id, [], tokens)
  await sql`delete from ${sql.table(sqlName(table))} where id = ${id}`.execute(trx)
  await sql`update history set record = '' where ${ofRecord}`.execute(trx)
  await trx.deleteFrom('failedErasures').where('resource', '=', table).where('recordId', '=', id).execute()
  // The first answer to a request, which is kept for a day.
  await trx.deleteFrom('idempotencyKeys').where('answer', 'like', `%"${id}"%`).execute()
  const line = { id: newId(), resource: table, recordId: id, version: version + 1, action: 'erase' as const, record: '', at: sharedTime() }
  await addLine(trx, { ...line, byId: by?._id ?? null, byName: by?.username ?? null })
}
