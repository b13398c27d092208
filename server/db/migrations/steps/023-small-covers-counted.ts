import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** An index for counting films with a small cover. The other indexes don't say whether a film has a cover, so each row was read. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create index movies_small_covers on movies (image) where deleted_at is null and small_cover = 1`.execute(trx)
  },
}
