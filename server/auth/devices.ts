import { createHash, randomBytes } from 'node:crypto'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import type { Database, Transaction } from '#server/db/schema.ts'

/** How long a browser stays known after its user's last sign-in with it, in milliseconds. */
const lifetime = 180 * 24 * 3_600_000

/** Whether the browser that keeps `mark` has been signed in with by this user before. */
export async function isKnownDevice(db: Database, deviceToken: string | undefined, userId: string | undefined): Promise<boolean> {
  if (!deviceToken || userId === undefined) return false
  const known = await usersWith(db, deviceToken).where('userId', '=', userId).executeTakeFirst()
  return known !== undefined
}

/**
 * Records that this user signed in with the browser that sent `deviceToken`. Returns the device token to keep from now on: 256 random
 * bits of which only the SHA-256 is stored. A token that no server made is replaced, because it may be easy to guess.
 */
export async function rememberDevice(trx: Transaction, deviceToken: string, userId: string): Promise<string> {
  const isOurs = (await usersWith(trx, deviceToken).executeTakeFirst()) !== undefined
  const token = isOurs ? deviceToken : randomBytes(32).toString('base64url')
  const usedAt = sharedTime()
  await trx
    .insertInto('devices')
    .values({ markHash: hash(token), userId, usedAt })
    .onConflict((oc) => oc.columns(['markHash', 'userId']).doUpdateSet({ usedAt }))
    .execute()
  return token
}

/** Deletes the devices that have expired. A job calls this. */
export async function forgetOldDevices(db: Database): Promise<void> {
  await db.deleteFrom('devices').where('usedAt', '<', longAgo()).execute()
}

const usersWith = (db: Database, deviceToken: string) =>
  db.selectFrom('devices').select('userId').where('markHash', '=', hash(deviceToken)).where('usedAt', '>=', longAgo())

const longAgo = () => new Date(sharedNow() - lifetime).toISOString()

const hash = (deviceToken: string) => createHash('sha256').update(deviceToken).digest('hex')

/** Deletes the devices of a user who is erased. */
export async function forgetDevicesOf(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('devices').where('userId', '=', userId).execute()
}
