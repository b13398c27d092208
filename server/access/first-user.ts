import { randomInt } from 'node:crypto'
import type { Database } from '#server/database/schema.ts'
import { transact } from '#server/database/transact.ts'
import { hashPassword } from './hashing.ts'
import { usernameKey, userRecords } from './users.ts'

/** Without letters and digits that look alike: it is read off a screen and typed. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Creates the first super user when there has never been a user. Answers `undefined` when there was one, else the name, and
 * the password where it was made up here: it is stored nowhere, so this is the one moment to show it.
 */
export async function createFirstUser(
  db: Database,
  { adminUsername: username, adminPassword }: { adminUsername: string; adminPassword: string | undefined },
): Promise<{ username: string; madeUpPassword: string | undefined } | undefined> {
  if (await anyUser(db)) return undefined
  const password = adminPassword ?? makeUpPassword()
  const passwordHash = await hashPassword(password)
  const created = await transact(db, undefined, async (trx) => {
    if (await anyUser(trx)) return false
    await userRecords.create(trx, { username, usernameKey: usernameKey(username), passwordHash, isSuperUser: 1 }, undefined)
    return true
  })
  return created ? { username, madeUpPassword: adminPassword === undefined ? password : undefined } : undefined
}

const anyUser = async (db: Database) => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/** 16 of 31 letters: 79 bits. */
const makeUpPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join('-')
