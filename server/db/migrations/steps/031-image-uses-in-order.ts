import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** An index that serves the first uses of an image, and each page of them, however many there are. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create index image_uses_in_order on image_uses (url, record_id)`.execute(trx)
    await sql`drop index image_uses_by_url`.execute(trx)
  },
}
