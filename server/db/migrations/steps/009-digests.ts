import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** What the files of an image were when they were stored, so that one that a disk has damaged is noticed. */
export const migration: Migration = {
  async up(trx) {
    await sql`alter table images add column digests text not null default ''`.execute(trx)
  },
}
