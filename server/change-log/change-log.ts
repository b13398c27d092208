import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import type { Database, Schema, Transaction } from '#server/db/schema.ts'

/** A history entry without the record, with its sequence number. */
export type ChangeLogEntry = Pick<Schema['history'], 'id' | 'resource' | 'recordId' | 'version' | 'action' | 'byName'> & { seq: number }

/** Adds a history entry, on PostgreSQL together with its sequence number in one statement, because the change waits for each statement. */
export async function appendChange(trx: Transaction, line: Schema['history']): Promise<void> {
  if (!isPostgres(trx)) return fireAndForget(trx, trx.insertInto('history').values(line))
  await trx
    .with('added', (its) => its.insertInto('history').values(line).returning('id'))
    .insertInto('changes')
    .columns(['line'])
    .expression((its) => its.selectFrom('added').select('id'))
    .execute()
}

/** The number of latest changes whose sequence numbers are kept. */
const mostNumbers = 10_000
/** The most rows that one statement deletes, so that it ends in time, even after a full restore. */
const portion = 10_000

/**
 * Returns the number of the last committed change. SQLite has one writer at a time, so the row ids rise with each commit. PostgreSQL assigns
 * numbers before the commit, so a lower number may still appear.
 */
export async function lastNumber(db: Database): Promise<number> {
  const last = isPostgres(db) ? sql`select max(seq)::float8 as seq from changes` : sql`select max(rowid) as seq from history`
  const { rows } = await last.execute(db)
  return (rows as { seq: number | null }[])[0]?.seq ?? 0
}

/** Returns the last number, and which of the `most` numbers up to it are missing: on PostgreSQL their changes may still be committed. */
export async function lastNumbers(db: Database, most: number): Promise<{ last: number; missing: number[] }> {
  if (!isPostgres(db)) return { last: await lastNumber(db), missing: [] }
  const { rows } = await sql<{ seq: number }>`select seq::float8 as seq from changes order by seq desc limit ${most}`.execute(db)
  const there = new Set(rows.map(({ seq }) => seq))
  const last = rows[0]?.seq ?? 0
  const upTo = Array.from({ length: Math.min(most, last) }, (_, i) => last - i).reverse()
  return { last, missing: upTo.filter((seq) => !there.has(seq)) }
}

/** Returns the changes with a number above `after`, and those with one of the `missing` numbers: the first `most` of them. */
export async function changesAfter(
  db: Database,
  { after, missing = [], most }: { after: number; missing?: readonly number[]; most: number },
): Promise<ChangeLogEntry[]> {
  const columns = sql`id, resource, record_id, version, action, by_name`
  const query = isPostgres(db)
    ? sql<ChangeLogEntry>`select seq::float8 as seq, ${columns} from changes join history on id = line
        where seq > ${after} or seq = any(${missing}) order by seq limit ${most}`
    : sql<ChangeLogEntry>`select rowid as seq, ${columns} from history where rowid > ${after} order by rowid limit ${most}`
  return (await query.execute(db)).rows
}

/** Deletes the numbers of old changes; a background job. A reader that has fallen further behind restarts. */
export async function forgetOldChanges(db: Database): Promise<void> {
  if (!isPostgres(db)) return
  for (let gone = portion; gone === portion; ) {
    const { numAffectedRows } = await sql`delete from changes where seq in (
      select seq from changes where seq <= (select max(seq) from changes) - ${mostNumbers} order by seq limit ${portion})`.execute(db)
    gone = Number(numAffectedRows)
  }
}
