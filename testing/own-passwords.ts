import type { Database } from '#server/db/schema.ts'

/** Makes everybody's password one of their own choice, past the API: a test is about something else. */
export async function ownPasswords({ db }: { db: Database }): Promise<void> {
  await db.updateTable('users').set({ mustChangePassword: 0 }).execute()
}
