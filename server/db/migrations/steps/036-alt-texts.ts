import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The alt texts of images, and an index of the images that need one. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`alter table images add column alt_text text not null default ''`.execute(trx)
    await sql`alter table images add column decorative integer not null default 0`.execute(trx)
    await sql`create index images_not_described on images (id) where deleted_at is null and alt_text = '' and decorative = 0`.execute(trx)
  },
}
