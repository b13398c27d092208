import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The last sign-in of each user, as far as the sessions show. */
export const migration: Migration = {
  async up(trx) {
    await trx.schema.alterTable('users').addColumn('last_sign_in_at', 'text').execute()
    await sql`update users set last_sign_in_at = (select max(created_at) from sessions where user_id = users.id)`.execute(trx)
  },
}
