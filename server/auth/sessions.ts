import { hash as digest, randomBytes } from 'node:crypto'
import type { Person } from '#contract/session.ts'
import type { Session } from '#contract/sessions.ts'
import { sharedNow } from '#server/db/clock.ts'
import { newId } from '#server/db/ids.ts'
import type { Database, Transaction } from '#server/db/schema.ts'

/**
 * A session from its start to its end. Where a user is deleted (`remove` in `users/users.ts`), `endSessionsOf` deletes all sessions of the user in
 * the same transaction. Every request asks `personOf` (`http/guard.ts`), a change once more in its transaction, and an open stream of events asks
 * `stillOpen` every two seconds (`live/live.ts`).
 */

/** The lifetimes of a session, in milliseconds: it ends after `idle` without use, and `whole` after its start. */
const lifetime = { idle: 8 * 3_600_000, whole: 7 * 24 * 3_600_000 }
/** A session's last use is written at most this often, in milliseconds, so that reading stays free of writes. */
const touchEvery = 60_000
/** The most sessions shown at a time. */
const mostShown = 100

/** The place that a user signs in from. `browser` is the short name that `browserName` returns. */
export type Origin = { address: string; browser: string }

/** A session that the product itself starts. */
const ownOrigin: Origin = { address: '', browser: 'MovieBox' }

/** Starts a session and returns its token: 256 random bits of which only the SHA-256 is stored. */
export async function startSession(trx: Transaction, userId: string, now = new Date(sharedNow()), origin = ownOrigin): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now.toISOString()
  await trx
    .insertInto('sessions')
    .values({ id: newId(), tokenHash: hash(token), userId, createdAt: at, usedAt: at, ...origin })
    .execute()
  return token
}

/** Deletes the sessions that have ended. A job calls this. */
export async function forgetOverSessions(db: Database, now = sharedNow()): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('usedAt', '<', before(now, lifetime.idle)), eb('createdAt', '<', before(now, lifetime.whole))]))
    .execute()
}

/**
 * Returns the user whose session `token` is, or `undefined` if no such session exists or it has ended. `until` is when the session has to be
 * checked again even if nothing is stored until then. It is in milliseconds since 1970, by the clock that all servers share.
 * `isUse` says whether the user is active: activity prolongs the session.
 */
export async function personOf(
  db: Database,
  token: string,
  { now = new Date(sharedNow()), isUse = true }: { now?: Date; isUse?: boolean } = {},
): Promise<{ person: Person; until: number } | undefined> {
  const session = await sessionWith(db, hash(token))
  if (!session) return undefined
  const [used, created] = [Date.parse(session.usedAt), Date.parse(session.createdAt)]
  const at = now.getTime()
  if (at - used > lifetime.idle || at - created > lifetime.whole) return undefined
  if (isUse && at - used > touchEvery) {
    await db.updateTable('sessions').set({ usedAt: now.toISOString() }).where('tokenHash', '=', hash(token)).execute()
  }
  const person = { _id: session.id, username: session.username, isSuperUser: session.isSuperUser === 1 }
  const until = Math.min(at + touchEvery, created + lifetime.whole)
  return { person: session.mustChangePassword === 1 ? { ...person, mustChangePassword: true } : person, until }
}

const sessionWith = (db: Database, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.createdAt', 'sessions.usedAt', 'users.id', 'users.username', 'users.isSuperUser', 'users.mustChangePassword'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst()

/** Returns those of these token hashes that would still find the same user, and whether that user is a super user now. */
export async function stillOpen(db: Database, tokenHashes: readonly string[], now = sharedNow()): Promise<Map<string, boolean>> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.tokenHash', 'users.isSuperUser'])
    .where('sessions.tokenHash', 'in', tokenHashes)
    .where('sessions.usedAt', '>=', before(now, lifetime.idle))
    .where('sessions.createdAt', '>=', before(now, lifetime.whole))
    .where('users.deletedAt', 'is', null)
    .execute()
  return new Map(found.map(({ tokenHash, isSuperUser }) => [tokenHash, isSuperUser === 1]))
}

/** Returns the sessions of this user, latest use first. `token` is the caller's own. */
export async function sessionsOf(db: Database, userId: string, token: string, now = sharedNow()): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('usedAt', '>=', before(now, lifetime.idle))
    .where('createdAt', '>=', before(now, lifetime.whole))
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ id, tokenHash, userId: _, ...shown }) => ({ _id: id, ...shown, isCurrent: tokenHash === hash(token) }))
}

export async function endSession(db: Database | Transaction, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', hash(token)).execute()
}

/** Ends one session, of this user if one is given. Returns its user and place, or `undefined` if no such session exists. */
export async function endSessionById(
  trx: Transaction,
  id: string,
  userId: string | undefined,
): Promise<(Origin & { userId: string }) | undefined> {
  const found = trx.deleteFrom('sessions').where('id', '=', id).returning(['userId', 'address', 'browser'])
  return (userId === undefined ? found : found.where('userId', '=', userId)).executeTakeFirst()
}

/** Ends every session of a user but the one with the token `but`. Runs in the transaction that deletes the user or changes the password. */
export async function endSessionsOf(trx: Transaction, userId: string, but = ''): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).where('tokenHash', '!=', hash(but)).execute()
}

/** The time `age` milliseconds before `now`, in the format of stored times. */
const before = (now: number, age: number) => new Date(now - age).toISOString()

/** The hash of a token, the only form in which a token is stored. */
export const hash = (token: string): string => digest('sha256', token)
