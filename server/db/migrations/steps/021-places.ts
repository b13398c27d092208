import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'

/** SQLite too finds the records of postings by their positions (decision 040). */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    if (!isPostgres(trx)) await sql`create unique index posting_places_by_place on posting_places (resource, place)`.execute(trx)
  },
}
