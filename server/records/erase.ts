import { sql } from 'kysely'
import { appendChange } from '#server/change-log/change-log.ts'
import { sharedTime } from '#server/db/clock.ts'
import { newId } from '#server/db/ids.ts'
import type { RecordTables, Transaction } from '#server/db/schema.ts'
import { sqlName, updateIndex } from '#server/lists/search-index.ts'
import { type Author, authorColumns } from './author.ts'
import { forgetAnswers } from './forget-answers.ts'

type Erased = { id: string; version: number; updatedAt: string; tokens: readonly string[] }

/**
 * Erases a record: its row, its tokens, and the content of its versions. The history keeps that the record existed, and who did what to it
 * when, and gains an entry for the erasure.
 */
export async function eraseRecord(
  trx: Transaction,
  table: keyof RecordTables,
  erased: Erased,
  by: Author,
  forget = forgetAnswers,
): Promise<void> {
  const { id, version, tokens } = erased
  const ofRecord = sql`resource = ${table} and record_id = ${id}`
  await updateIndex(trx, sqlName(table), id, [], tokens)
  await sql`delete from ${sql.table(sqlName(table))} where id = ${id}`.execute(trx)
  await sql`update history set record = '' where ${ofRecord}`.execute(trx)
  await trx.deleteFrom('failedErasures').where('resource', '=', table).where('recordId', '=', id).execute()
  await forget(trx, [{ id, deletedAt: erased.updatedAt }])
  const line = { id: newId(), resource: table, recordId: id, version: version + 1, action: 'erase' as const, record: '', at: sharedTime() }
  await appendChange(trx, { ...line, ...authorColumns(by) })
}
