import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isLineNumbered, numberedLines } from '#server/database/changes.ts'
import { locksRows } from '#server/database/row-locks.ts'
import type { Database, Transaction } from '#server/database/schema.ts'

/**
 * How far the postings of a resource go: up to which line of the history they are settled, by its number and its id, and which place is given next.
 * Instead of the id stands something else while they are being made. As long as the `epoch` is the same, each posting is.
 */
export type State = { upTo: number; line: string; nextPlace: number; isUsable: boolean; epoch: string }

/** `undefined` where there are none and nobody makes them. */
export const stateOf = async (db: Database, resource: string): Promise<State | undefined> =>
  (await query(db, resource).execute(db)).rows.map(read)[0]

/** Whether the postings are as they were then. */
export async function isStill(db: Database, resource: string, epoch: string): Promise<boolean> {
  const now = await stateOf(db, resource)
  return now?.isUsable === true && now.epoch === epoch
}

/**
 * Whether nothing was changed or settled since that moment, when so many `lines` weren't settled, and nothing of `others` since what is settled; in
 * the statement that asks.
 */
export const isUnchanged = (
  db: Database,
  resource: string,
  { epoch, lines }: { epoch: string; lines: number },
  others: readonly string[] = [],
): RawBuilder<SqlBool> =>
  // Not as something that exists: SQLite would join it with each row.
  sql`(select 1 from posting_states where resource = ${resource} and ${isAnchored(db)} and ${epochIn(db)} = ${epoch}
    and (select count(*) from (select 1 ${linesAfter(db)}) as later) = ${lines}
    and not exists (select 1 from ${numberedLines(db)} where seq > up_to and numbered.resource in (${sql.join(['', ...others])}))) = 1`

/** The same as `stateOf`; nobody else changes these postings before the transaction ends. */
export async function takeState(trx: Transaction, resource: string): Promise<State | undefined> {
  if (locksRows(trx)) await sql`select 1 from posting_states where resource = ${resource} for update`.execute(trx)
  return stateOf(trx, resource)
}

const query = (db: Database, resource: string): RawBuilder<State> =>
  sql`select cast(up_to as double precision) as up_to, line, next_place, ${epochIn(db)} as epoch,
    ${isAnchored(db)} as is_usable from posting_states where resource = ${resource}`

/** So many lines at most are counted one by one, where they aren't settled. */
export const mostLines = 500

/** Postings change when lines are settled, when they are made anew, which has a higher place follow, and with each record that is erased. */
export const epochIn = (db: Database): RawBuilder<string> =>
  sql`resource || ' ' || up_to || ' ' || line || ' ' || next_place || ' ' || (select count(*) from (select action ${linesAfter(db)}) as later
    where action = 'erase')`

/** The lines of the resource that aren't settled. */
const linesAfter = (db: Database) =>
  sql`from ${numberedLines(db)} where seq > up_to and numbered.resource = ${sql.ref('postingStates.resource')} order by seq limit ${sql.lit(mostLines + 1)}`

/** Whether the line that they are settled up to is still the one of that number, and by whom knows the terms of now. */
export const isAnchored = (db: Database): RawBuilder<SqlBool> =>
  sql`(terms = ${terms} || up_to and ${isLineNumbered(db, sql.ref('postingStates.line'), sql.ref('postingStates.upTo'))})`

/** Another one for other terms (`terms.ts`). */
const terms = '3 '

/** SQLite has 1 and 0. */
const read = (row: State): State => ({ ...row, isUsable: Boolean(row.isUsable) })

export async function setState(
  trx: Transaction,
  resource: string,
  { upTo, line, nextPlace }: Pick<State, 'upTo' | 'line' | 'nextPlace'>,
): Promise<void> {
  await sql`insert into posting_states (resource, up_to, line, next_place, terms) values (${resource}, ${upTo}, ${line}, ${nextPlace}, ${terms + upTo})
    on conflict (resource) do update set up_to = excluded.up_to, line = excluded.line, next_place = excluded.next_place, terms = excluded.terms`.execute(
    trx,
  )
}

/** Nobody counts by them any more, and the housekeeping makes them anew: of this resource, or of all. */
export async function doubtPostings(db: Database, resource?: string): Promise<void> {
  await sql`update posting_states set line = '' where ${resource === undefined ? sql`1 = 1` : sql`resource = ${resource}`}`.execute(db)
}
