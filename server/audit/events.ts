import { hash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ActivityKind } from '#contract/activity.ts'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import { firstIdOf, newId } from '#server/db/ids.ts'
import type { Database, Schema, Transaction } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'

/*
 * The activity is what people read of everything that was done, and what is sealed. What is done to records stands in the history, written
 * with each change; its lines are gathered from there afterwards, so that no change costs a statement more. What is done to none is noted here
 * at once.
 */

type Line = Schema['activity']
type Entry = Schema['history']

/** Somebody by their id and name; `null` where nobody is known. */
type Person = { id: string; name: string } | null

/** What was done to no record, or to one (`user`) without changing it. `details` are for people to read. */
export type AuditEvent = { kind: ActivityKind; by: Person; user?: string; details?: object; id?: string; at?: string }

/** Somebody who is signed in. */
export const byOf = ({ _id: id, username: name }: { _id: string; username: string }): Person => ({ id, name })

/** Notes what was done in the transaction that does it. */
export const recordAuditEvent = (trx: Transaction, { by, kind, user = '', details, id = newId(), at = sharedTime() }: AuditEvent) =>
  insertLine(trx, {
    id,
    at,
    byId: by?.id ?? null,
    byName: by?.name ?? null,
    kind,
    resource: user === '' ? '' : 'users',
    recordId: user,
    version: 0,
    ...withDigest(details === undefined ? '' : JSON.stringify(details)),
    seal: null,
  })

const insertLine = (trx: Transaction, line: Line) => fireAndForget(trx, trx.insertInto('activity').values(line))

function withDigest(details: string) {
  const salt = newSalt()
  return { details, salt, digest: digestOf(salt, details) }
}

const newSalt = () => randomBytes(16).toString('base64url')

/** The hash of what a line is about. */
export const digestOf = (salt: string, content: string): string => hash('sha256', salt + content, 'base64url')

/** Takes the places that somebody with these `names` signed in from out of the activity, for good; also where others ended a session of theirs. */
export async function forgetDetailsOf(trx: Transaction, id: string, names: readonly string[]): Promise<void> {
  // What they did to records is told by the history, which stays.
  const forget = () => trx.updateTable('activity').set({ details: '', salt: '' }).where('version', '=', 0)
  await forget().where('byName', 'in', names).where('byId', '=', id).execute()
  await forget().where('recordId', '=', id).execute()
}

/** So many lines of the history are looked at at a time. */
const page = 100

/** How long before the last seal, in milliseconds, changes may have begun that were stored after it. */
const lateness = 2 * 60_000

/**
 * The id from which on the history may have lines that the activity lacks: all before it was gathered when the last seal was begun. Lines that
 * came later than `lateness` after they began, or while a clock was set back, are for `npm run verify` to find (`gatherLate`).
 */
export async function recently(db: Database): Promise<string> {
  const last = await db.selectFrom('seals').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last ? firstIdOf(Math.min(Date.parse(last.at), sharedNow()) - lateness) : ''
}

/** Makes lines of what the rounds have missed, which takes a look at the whole history. Returns how many there were. */
export async function gatherLate(db: Database): Promise<number> {
  const before = await recently(db)
  let late = 0
  for await (const ids of missing(db, '', before)) {
    if (ids.length > 0) await transact(db, undefined, (trx) => add(trx, ids), 'read committed')
    late += ids.length
  }
  return late
}

/** Makes lines of what the history has after the id `after` and the activity hasn't. Several servers may do this at the same time. */
export async function gather(db: Database, after: string, ended?: AbortSignal): Promise<void> {
  for await (const ids of missing(db, after)) {
    if (ended?.aborted) return
    // What is read and what is written needn't be of one moment: a line of the history never changes, it is emptied at most.
    if (ids.length > 0) await transact(db, undefined, (trx) => add(trx, ids), 'read committed')
  }
}

/** The same for all of it, in a transaction. */
export async function gatherAll(trx: Transaction): Promise<void> {
  for await (const ids of missing(trx, '')) if (ids.length > 0) await add(trx, ids)
}

/** The ids of the history's lines after `from`, and up to `to` where one is given, that the activity lacks; page by page. */
async function* missing(db: Database, from: string, to?: string) {
  for (let after = from; ; ) {
    const rows = await db
      .selectFrom('history')
      .select('id')
      .where('id', '>', after)
      .$if(to !== undefined, (query) => query.where('id', '<=', to ?? ''))
      .orderBy('id')
      .limit(page)
      .execute()
    const ids = rows.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return
    const known = await db.selectFrom('activity').select('id').where('id', 'in', ids).execute()
    yield [...new Set(ids).difference(new Set(known.map(({ id }) => id)))]
    if (ids.length < page) return
    after = last
    // What SQLite reads, it reads on the thread that answers.
    await setImmediate()
  }
}

async function add(trx: Transaction, ids: string[]): Promise<void> {
  const entries = await trx.selectFrom('history').selectAll().where('id', 'in', ids).execute()
  for (const entry of entries) await insertOnce(trx, lineOf(entry))
  const erased = entries.filter(({ action }) => action === 'erase').map(({ recordId }) => recordId)
  if (erased.length > 0) await trx.updateTable('activity').set({ salt: '' }).where('recordId', 'in', erased).execute()
}

const insertOnce = (trx: Transaction, line: Line) =>
  fireAndForget(
    trx,
    trx
      .insertInto('activity')
      .values(line)
      .onConflict((oc) => oc.column('id').doNothing()),
  )

function lineOf(entry: Entry): Line {
  const { record, action: _, ...line } = entry
  const salt = newSalt()
  return { ...line, kind: kindOf(entry), details: '', salt, digest: digestOf(salt, record), seal: null }
}

/** All that can be changed of a user is the password; whoever runs the machine makes super users as well. */
export const kindOf = ({ resource, action, byId }: Entry): ActivityKind =>
  resource === 'users' && action === 'update' && byId !== null ? 'password' : action
