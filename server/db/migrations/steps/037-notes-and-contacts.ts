import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/**
 * The note of a booking, and the user who has contacted its guest. Stored bookings have neither, so the search index needs no rebuilding; servers of
 * the previous version can't run beside this one, because they would index a booking without its note.
 */
export const migration: Migration = {
  async up(trx) {
    await sql`alter table bookings add column note text not null default ''`.execute(trx)
    for (const column of ['contacted_at', 'contacted_by']) await sql`alter table bookings add column ${sql.ref(column)} text`.execute(trx)
  },
}
