import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'

/**
 * What images are counted by. On PostgreSQL all of the gallery: an index of two values takes a sixteenth of the pages of any other, and without it
 * each row is read. On SQLite those with words, of which the rows were read to tell which are used.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    const columns = isPostgres(trx) ? 'used' : 'search_id, used'
    await sql`create index images_counted on images (${sql.raw(columns)}) where deleted_at is null`.execute(trx)
  },
}
