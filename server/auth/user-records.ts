import { comparisonKey } from '#contract/text.ts'
import type { User } from '#contract/users.ts'
import { forgetDetailsOf } from '#server/audit/events.ts'
import { namesOf } from '#server/audit/former-names.ts'
import type { Database, Transaction, UserRow } from '#server/db/schema.ts'
import { conflict } from '#server/errors.ts'
import type { Author } from '#server/records/author.ts'
import { recordsOf } from '#server/records/repository.ts'
import { forgetDevicesOf } from './devices.ts'
import { endSessionsOf } from './sessions.ts'

export const userRecords = recordsOf('users', {
  async beforeErase(trx, user) {
    await forgetDevicesOf(trx, user.id)
    await forgetDetailsOf(trx, user.id, await namesOf(trx, user.id, user.username))
  },
})

/** The key that compares usernames. "Anna", "anna ", "ＡＮＮＡ" and "anna" with an invisible character are one user, as are "Groß" and "GROSS". */
export const usernameKey = comparisonKey

/** The comparison keys of an earlier version, so that names that were distinct then stay distinct. */
const formerKey = (username: string) =>
  plainKey(username.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

const plainKey = (username: string) => username.trim().normalize('NFKC').toLowerCase()

export async function findByUsername(db: Database, username: string): Promise<UserRow | undefined> {
  const keys = [plainKey(username), formerKey(username), usernameKey(username)]
  const found = await db.selectFrom('users').selectAll().where('usernameKey', 'in', keys).where('deletedAt', 'is', null).execute()
  return found.sort((one, other) => keys.indexOf(one.usernameKey) - keys.indexOf(other.usernameKey))[0]
}

/**
 * Records that `user` signs in now. Returns whether the user still may: verifying a password takes long enough for the password to be
 * changed, or the user deleted, in between. One conditional statement, which waits for others of its kind (decision 011).
 */
export async function noteSignIn(trx: Transaction, user: Pick<UserRow, 'id' | 'passwordHash'>, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ lastSignInAt: now.toISOString() })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Sets a password that the user didn't choose, and ends the user's sessions. The user can do nothing with it but choose another. */
export async function giveFirstPassword(trx: Transaction, user: UserRow, passwordHash: string, by: Author): Promise<User> {
  await endSessionsOf(trx, user.id)
  return userRecords.update(trx, user, { passwordHash, mustChangePassword: 1 }, by)
}

/** Throws a 409 `HttpError` if a user who is not deleted has this name. */
export async function requireFreeName(db: Database, username: string): Promise<void> {
  if (!(await findByUsername(db, username))) return
  throw conflict('taken', 'A user with this name already exists.', { username: 'A user with this name already exists.' })
}

/**
 * Throws a 409 `HttpError` if no super user besides `id` has a password of their own: no user could manage users then. A super user who
 * must still change the first password may never have received it.
 */
export async function requireOtherSuperUser(trx: Transaction, id: string): Promise<void> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('isSuperUser', '=', 1)
    .where('mustChangePassword', '=', 0)
    .where('id', '!=', id)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw conflict('last_super_user', 'There must be at least one super user.')
}
