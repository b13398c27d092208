import { sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { pagesById } from './pages-by-id.ts'
import type { Database } from './schema.ts'

const page = 1_000

/** Reads every record and every version in full; on SQLite also checks every page. Returns the number of rows, or the first fault found. */
export async function verify(db: Database, isSqlite: boolean): Promise<{ rows: number } | { finding: string }> {
  if (isSqlite) {
    const [check] = (await sql<{ integrityCheck: string }>`pragma integrity_check(1)`.execute(db)).rows
    if (check?.integrityCheck !== 'ok') return { finding: check?.integrityCheck ?? 'a check returned no result' }
    const [orphan] = (await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)).rows
    if (orphan) return { finding: `a row of ${orphan.table} refers to a missing row of ${orphan.parent}` }
  }
  let rows = 0
  for (const table of [...resourceNames, 'history']) rows += await readAll(db, table as 'history')
  return { rows }
}

async function readAll(db: Database, table: 'history'): Promise<number> {
  const ask = (after: string, size: number) => db.selectFrom(table).selectAll().where('id', '>', after).orderBy('id').limit(size).execute()
  let read = 0
  for await (const rows of pagesById(ask, page)) read += rows.length
  return read
}
