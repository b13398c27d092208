import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The digests of an image's files at the time of storing, to detect files damaged on disk. */
export const migration: Migration = {
  async up(trx) {
    await sql`alter table images add column digests text not null default ''`.execute(trx)
  },
}
