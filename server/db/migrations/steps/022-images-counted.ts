import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'

/**
 * Indexes for counting images. On PostgreSQL the index covers the whole gallery. With only two values it takes a sixteenth of the pages of any
 * other index, and without it each row is read. On SQLite it covers images with words, whose rows were read to tell which are used.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    const columns = isPostgres(trx) ? 'used' : 'search_id, used'
    await sql`create index images_counted on images (${sql.raw(columns)}) where deleted_at is null`.execute(trx)
  },
}
