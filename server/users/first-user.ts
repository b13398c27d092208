import { makeUpPassword } from '#server/auth/generated-password.ts'
import { type HashCost, hashPassword } from '#server/auth/password-hash.ts'
import { usernameKey, userRecords } from '#server/auth/user-records.ts'
import type { Database } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'

/**
 * Creates the first super user if no user has ever existed. Returns `undefined` if one has; otherwise the name, and
 * a generated password if none was given. That password is stored nowhere, so this is the one moment to show it.
 */
export async function createFirstUser(
  db: Database,
  { adminUsername: username, adminPassword }: { adminUsername: string; adminPassword: string | undefined },
  hashCost: HashCost,
): Promise<{ username: string; madeUpPassword: string | undefined } | undefined> {
  if (await anyUser(db)) return undefined
  const password = adminPassword ?? makeUpPassword()
  const passwordHash = await hashPassword(password, hashCost)
  const created = await transact(db, undefined, async (trx) => {
    if (await anyUser(trx)) return false
    await userRecords.create(
      trx,
      { username, usernameKey: usernameKey(username), passwordHash, isSuperUser: 1, mustChangePassword: 0, lastSignInAt: null },
      undefined,
    )
    return true
  })
  return created ? { username, madeUpPassword: adminPassword === undefined ? password : undefined } : undefined
}

const anyUser = async (db: Database) => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
