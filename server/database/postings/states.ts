import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isLineNumbered } from '#server/database/changes.ts'
import { locksRows } from '#server/database/row-locks.ts'
import type { Database, Transaction } from '#server/database/schema.ts'

/**
 * How far the postings of a resource go: up to which line of the history they are settled, by its number and its id, and which place is given next.
 * Instead of the id stands something else while they are being made.
 */
export type State = { upTo: number; line: string; nextPlace: number; isUsable: boolean }

/** `undefined` where there are none and nobody makes them. */
export const stateOf = async (db: Database, resource: string): Promise<State | undefined> =>
  (await query(db, resource).execute(db)).rows.map(read)[0]

/** Whether places mean what they meant then: no more than an erasure has changed the postings since. */
export async function isStill(db: Database, resource: string, then: State): Promise<boolean> {
  const now = await stateOf(db, resource)
  return now?.isUsable === true && now.upTo === then.upTo
}

/** The same as `stateOf`; nobody else changes these postings before the transaction ends. */
export async function takeState(trx: Transaction, resource: string): Promise<State | undefined> {
  if (locksRows(trx)) await sql`select 1 from posting_states where resource = ${resource} for update`.execute(trx)
  return stateOf(trx, resource)
}

const query = (db: Database, resource: string): RawBuilder<State> =>
  sql`select cast(up_to as double precision) as up_to, line, next_place,
    ${isAnchored(db)} as is_usable from posting_states where resource = ${resource}`

/** Whether the line that they are settled up to is still the one of that number. */
export const isAnchored = (db: Database): RawBuilder<SqlBool> =>
  isLineNumbered(db, sql.ref('postingStates.line'), sql.ref('postingStates.upTo'))

/** SQLite has 1 and 0. */
const read = (row: State): State => ({ ...row, isUsable: Boolean(row.isUsable) })

export async function setState(trx: Transaction, resource: string, { upTo, line, nextPlace }: Omit<State, 'isUsable'>): Promise<void> {
  await sql`insert into posting_states (resource, up_to, line, next_place) values (${resource}, ${upTo}, ${line}, ${nextPlace})
    on conflict (resource) do update set up_to = excluded.up_to, line = excluded.line, next_place = excluded.next_place`.execute(trx)
}

/** Nobody counts by them any more, and the housekeeping makes them anew: of this resource, or of all. */
export async function doubtPostings(db: Database, resource?: string): Promise<void> {
  await sql`update posting_states set line = '' where ${resource === undefined ? sql`1 = 1` : sql`resource = ${resource}`}`.execute(db)
}
