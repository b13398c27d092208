import { hash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ActivityKind } from '#contract/activity.ts'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import { firstIdOf, newId } from '#server/db/ids.ts'
import type { Database, Schema, Transaction } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'

/*
 * The activity is the readable and sealed record of all actions. The history holds the changes to records, written with each change.
 * Their activity lines are gathered from the history later, so that no change costs another statement. Actions on no record are
 * recorded here directly.
 */

type Line = Schema['activity']
type Entry = Schema['history']

/** A user by id and name; `null` if the user is unknown. */
type Person = { id: string; name: string } | null

/** An audit event that concerns no record, or one user (`user`) without changing it. `details` are for people to read. */
export type AuditEvent = { kind: ActivityKind; by: Person; user?: string; details?: object; id?: string; at?: string }

/** The signed-in user as the author of an event. */
export const byOf = ({ _id: id, username: name }: { _id: string; username: string }): Person => ({ id, name })

/** Records an audit event in the transaction of the action. */
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
    batch: null,
    seal: null,
  })

const insertLine = (trx: Transaction, line: Line) => fireAndForget(trx, trx.insertInto('activity').values(line))

function withDigest(details: string) {
  const salt = newSalt()
  return { details, salt, digest: digestOf(salt, details) }
}

const newSalt = () => randomBytes(16).toString('base64url')

/** Returns the hash of a line's content. */
export const digestOf = (salt: string, content: string): string => hash('sha256', salt + content, 'base64url')

/** Erases from the activity the places that a user with these `names` signed in from, including sessions that others ended. */
export async function forgetDetailsOf(trx: Transaction, id: string, names: readonly string[]): Promise<void> {
  // The history keeps the user's changes to records.
  const forget = () => trx.updateTable('activity').set({ details: '', salt: '' }).where('version', '=', 0)
  await forget().where('byName', 'in', names).where('byId', '=', id).execute()
  await forget().where('recordId', '=', id).execute()
}

/** The number of history lines read at a time. */
const page = 100

/** How long before the last seal, in milliseconds, changes may have begun that were stored after it. */
const lateness = 2 * 60_000

/**
 * Returns the id after which the history may have lines that the activity lacks: earlier ones were gathered when the last seal began. Lines that
 * came later than `lateness` after they began, or while a clock was set back, are left to `npm run verify` (`gatherLate`).
 */
export async function recently(db: Database): Promise<string> {
  const last = await db.selectFrom('seals').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last ? firstIdOf(Math.min(Date.parse(last.at), sharedNow()) - lateness) : ''
}

/** Gathers the lines that earlier rounds missed, which reads the whole history. Returns their number. */
export async function gatherLate(db: Database): Promise<number> {
  const before = await recently(db)
  let late = 0
  for await (const ids of missing(db, '', before)) {
    if (ids.length > 0) await transact(db, undefined, (trx) => add(trx, ids), 'read committed')
    late += ids.length
  }
  return late
}

/** Adds the history's lines after the id `after` that the activity lacks. Several servers may do this at the same time. */
export async function gather(db: Database, after: string, ended?: AbortSignal): Promise<void> {
  for await (const ids of missing(db, after)) {
    if (ended?.aborted) return
    // Reading and writing needn't share a snapshot: a line of the history never changes, it is emptied at most.
    if (ids.length > 0) await transact(db, undefined, (trx) => add(trx, ids), 'read committed')
  }
}

/** Gathers all lines that the activity lacks, in a transaction. */
export async function gatherAll(trx: Transaction): Promise<void> {
  for await (const ids of missing(trx, '')) if (ids.length > 0) await add(trx, ids)
}

/** Yields the ids, page by page, of the history's lines after `from` (and up to `to` if given) that the activity lacks. */
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
  const firsts = await firstsOfBatches(trx, entries)
  for (const entry of entries) await insertOnce(trx, lineOf(entry, firsts))
  const erased = entries.filter(({ action }) => action === 'erase').map(({ recordId }) => recordId)
  if (erased.length > 0) await trx.updateTable('activity').set({ salt: '' }).where('recordId', 'in', erased).execute()
}

/** Returns the ids of the first entries of these entries' batches, one for each resource. */
async function firstsOfBatches(trx: Transaction, entries: readonly Entry[]): Promise<Set<string | undefined>> {
  // While migration 010 runs, entries have no batch yet.
  const batches = new Set(entries.flatMap(({ batch }) => batch || []))
  if (batches.size === 0) return new Set()
  const firsts = await trx
    .selectFrom('history')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('batch', 'in', [...batches])
    .groupBy(['batch', 'resource'])
    .execute()
  return new Set(firsts.map(({ id }) => id))
}

const insertOnce = (trx: Transaction, line: Line) =>
  fireAndForget(
    trx,
    trx
      .insertInto('activity')
      .values(line)
      .onConflict((oc) => oc.column('id').doNothing()),
  )

function lineOf(entry: Entry, firsts: ReadonlySet<string | undefined>): Line {
  const { record, action: _, ...line } = entry
  const salt = newSalt()
  const ofBatch = firsts.has(entry.id) ? 'batch' : 'batched'
  return { ...line, kind: entry.batch ? ofBatch : kindOf(entry), details: '', salt, digest: digestOf(salt, record), seal: null }
}

/** The kind of a history line. An update of a user by a user is always the password; a new role is an action of its own. */
export const kindOf = ({ resource, action, byId }: Entry): ActivityKind =>
  resource === 'users' && action === 'update' && byId !== null ? 'password' : action
