import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { fireAndForget } from './fire-and-forget.ts'
import type { Database, Schema, Transaction } from './schema.ts'

/** A line of the history without the record, by its number. */
export type Line = Pick<Schema['history'], 'id' | 'resource' | 'recordId' | 'version' | 'action' | 'byName'> & { seq: number }

/** Writes a line of the history, on PostgreSQL with its number, and in one statement: a change waits for each of them. */
export async function addLine(trx: Transaction, line: Schema['history']): Promise<void> {
  if (!isPostgres(trx)) return fireAndForget(trx, trx.insertInto('history').values(line))
  await trx
    .with('added', (its) => its.insertInto('history').values(line).returning('id'))
    .insertInto('changes')
    .columns(['line'])
    .expression((its) => its.selectFrom('added').select('id'))
    .execute()
}

/** So many lines of before are kept apart with their numbers. */
const kept = 10_000
/** Each statement clears away so many at most, so that it ends in time, also after a restoration of all there is. */
const portion = 10_000

/**
 * The number of the last line that was committed. On SQLite a row's own number rises with each commit, as one writes at a time; on PostgreSQL
 * numbers are given before the commit, so that a lower one may still come.
 */
export async function lastNumber(db: Database): Promise<number> {
  const last = isPostgres(db) ? sql`select max(seq)::float8 as seq from changes` : sql`select max(rowid) as seq from history`
  const { rows } = await last.execute(db)
  return (rows as { seq: number | null }[])[0]?.seq ?? 0
}

/** The last number, and which of the `most` up to it no line has: on PostgreSQL such a line may still be committed. */
export async function lastNumbers(db: Database, most: number): Promise<{ last: number; missing: number[] }> {
  if (!isPostgres(db)) return { last: await lastNumber(db), missing: [] }
  const { rows } = await sql<{ seq: number }>`select seq::float8 as seq from changes order by seq desc limit ${most}`.execute(db)
  const there = new Set(rows.map(({ seq }) => seq))
  const last = rows[0]?.seq ?? 0
  const upTo = Array.from({ length: Math.min(most, last) }, (_, i) => last - i).reverse()
  return { last, missing: upTo.filter((seq) => !there.has(seq)) }
}

/** The lines with a number above `after`, and those with one of `missing`: the first `most` of them. */
export async function linesAfter(
  db: Database,
  { after, missing = [], most }: { after: number; missing?: readonly number[]; most: number },
): Promise<Line[]> {
  const columns = sql`id, resource, record_id, version, action, by_name`
  const query = isPostgres(db)
    ? sql<Line>`select seq::float8 as seq, ${columns} from changes join history on id = line
        where seq > ${after} or seq = any(${missing}) order by seq limit ${most}`
    : sql<Line>`select rowid as seq, ${columns} from history where rowid > ${after} order by rowid limit ${most}`
  return (await query.execute(db)).rows
}

/** For the housekeeping: whoever missed more than that begins anew. */
export async function forgetOldChanges(db: Database): Promise<void> {
  if (!isPostgres(db)) return
  for (let gone = portion; gone === portion; ) {
    const { numAffectedRows } = await sql`delete from changes where seq in (
      select seq from changes where seq <= (select max(seq) from changes) - ${kept} order by seq limit ${portion})`.execute(db)
    gone = Number(numAffectedRows)
  }
}
