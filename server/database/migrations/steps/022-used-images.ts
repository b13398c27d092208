import { sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import type { Migration } from '#server/database/migrations/migration.ts'

/** Whether an image is used is no word of its own: on SQLite it is read beside each that has the words that are searched for. */
export const migration: Migration = {
  expands: true,
  async up(trx) {
    if (!isPostgres(trx)) await sql`create index images_search_used on images (search_id, used) where deleted_at is null`.execute(trx)
  },
}
