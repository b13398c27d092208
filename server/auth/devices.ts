import { createHash, randomBytes } from 'node:crypto'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import type { Database, Transaction } from '#server/db/schema.ts'

/** A browser that nobody signed in with for this long, in milliseconds, is a stranger again. */
const lifetime = 180 * 24 * 3_600_000

/** Whether the browser that keeps `mark` has been signed in with by this user before. */
export async function isKnownDevice(db: Database, deviceToken: string | undefined, userId: string | undefined): Promise<boolean> {
  if (!deviceToken || userId === undefined) return false
  const known = await usersWith(db, deviceToken).where('userId', '=', userId).executeTakeFirst()
  return known !== undefined
}

/**
 * Remembers that this user signed in with the browser that keeps `mark`, and answers the mark to keep from now on: 256 random
 * bits of which only the SHA-256 is stored. One that no server made is replaced: it may be easy to guess.
 */
export async function rememberDevice(trx: Transaction, deviceToken: string, userId: string): Promise<string> {
  const kept =
    deviceToken !== '' && (await usersWith(trx, deviceToken).executeTakeFirst()) ? deviceToken : randomBytes(32).toString('base64url')
  const usedAt = sharedTime()
  await trx
    .insertInto('devices')
    .values({ markHash: hash(kept), userId, usedAt })
    .onConflict((oc) => oc.columns(['markHash', 'userId']).doUpdateSet({ usedAt }))
    .execute()
  return kept
}

/** For the housekeeping. */
export async function forgetOldDevices(db: Database): Promise<void> {
  await db.deleteFrom('devices').where('usedAt', '<', longAgo()).execute()
}

const usersWith = (db: Database, deviceToken: string) =>
  db.selectFrom('devices').select('userId').where('markHash', '=', hash(deviceToken)).where('usedAt', '>=', longAgo())

const longAgo = () => new Date(sharedNow() - lifetime).toISOString()

const hash = (deviceToken: string) => createHash('sha256').update(deviceToken).digest('hex')

/** For somebody who is taken away for good. */
export async function forgetDevicesOf(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('devices').where('userId', '=', userId).execute()
}
