import type { User } from '#contract/users.ts'
import type { Database } from '#server/db/schema.ts'

/** Returns all names that the user, now `username`, has had: a user restored from the trash may have got another name. */
export async function namesOf(db: Database, id: string, username: string): Promise<string[]> {
  const versions = await db
    .selectFrom('history')
    .select('record')
    .where('resource', '=', 'users')
    .where('recordId', '=', id)
    .where('record', '<>', '')
    .execute()
  return [...new Set([username, ...versions.map(({ record }) => (JSON.parse(record) as User).username)])]
}
