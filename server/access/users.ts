import type { User } from '#contract/users.ts'
import { records, stamp } from '#server/database/records.ts'
import type { Database, Transaction, UserRow } from '#server/database/schema.ts'
import { conflict } from '#server/refusals.ts'

export const userRecords = records('users', 'User', present)

function present(row: UserRow): User {
  return { ...stamp(row), username: row.username, isSuperUser: row.isSuperUser === 1 }
}

/** "Anna", "anna " and "ＡＮＮＡ" are one person. */
export const usernameKey = (username: string) => username.trim().normalize('NFKC').toLowerCase()

export function findByUsername(db: Database, username: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('usernameKey', '=', usernameKey(username))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Whether the password that was verified against `user` is still theirs: verifying takes long enough for a change or a deletion in between. */
export async function isUnchanged(trx: Transaction, user: Pick<UserRow, 'id' | 'passwordHash'>): Promise<boolean> {
  const now = await trx
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', user.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return now?.passwordHash === user.passwordHash
}

/** Refuses a name (409) that somebody has who is not deleted. */
export async function requireFreeName(db: Database, username: string): Promise<void> {
  if (!(await findByUsername(db, username))) return
  throw conflict('taken', 'There is already a user with this name.', { username: 'There is already a user with this name.' })
}

/** Refuses (409) to go on without a super user besides `id`: nobody could manage users any more. */
export async function requireOtherSuperUser(trx: Transaction, id: string): Promise<void> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('isSuperUser', '=', 1)
    .where('id', '!=', id)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw conflict('last_super_user', "The last super user can't be deleted.")
}
