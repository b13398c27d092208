import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '#contract/session.ts'
import type { Database, Transaction } from '#server/database/schema.ts'

/** In milliseconds: a session is over when it was not used for `idle`, or is older than `whole`. */
const lifetime = { idle: 8 * 3_600_000, whole: 7 * 24 * 3_600_000 }
/** A session's last use is written at most this often, in milliseconds, so that reading stays free of writes. */
const touchEvery = 60_000

/** Starts a session and answers its token: 256 random bits of which only the SHA-256 is stored. */
export async function startSession(trx: Transaction, userId: string, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now.toISOString()
  await trx
    .insertInto('sessions')
    .values({ tokenHash: hash(token), userId, createdAt: at, usedAt: at })
    .execute()
  return token
}

/** Deletes the sessions that are over; for the housekeeping. */
export async function forgetOverSessions(db: Database, now = Date.now()): Promise<void> {
  const over = (age: number) => new Date(now - age).toISOString()
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('usedAt', '<', over(lifetime.idle)), eb('createdAt', '<', over(lifetime.whole))]))
    .execute()
}

/** The person whose session `token` is, `undefined` when there is none or it is over. */
export async function personOf(db: Database, token: string, now = new Date()): Promise<Person | undefined> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.createdAt', 'sessions.usedAt', 'users.id', 'users.username', 'users.isSuperUser'])
    .where('sessions.tokenHash', '=', hash(token))
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!session) return undefined
  const age = (since: string) => now.getTime() - Date.parse(since)
  if (age(session.usedAt) > lifetime.idle || age(session.createdAt) > lifetime.whole) return undefined
  if (age(session.usedAt) > touchEvery) {
    await db.updateTable('sessions').set({ usedAt: now.toISOString() }).where('tokenHash', '=', hash(token)).execute()
  }
  return { _id: session.id, username: session.username, isSuperUser: session.isSuperUser === 1 }
}

export async function endSession(db: Database | Transaction, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', hash(token)).execute()
}

/** Ends every session of a user, in the transaction that deletes the user or changes the password. */
export async function endSessionsOf(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex')
