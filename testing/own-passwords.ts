import type { Database } from '#server/db/schema.ts'

/** Marks all passwords as chosen by their users, directly in the database, for tests of other things. */
export async function ownPasswords({ db }: { db: Database }): Promise<void> {
  await db.updateTable('users').set({ mustChangePassword: 0 }).execute()
}
