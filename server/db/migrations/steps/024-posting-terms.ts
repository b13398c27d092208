import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/**
 * Which terms the postings have, and up to which line. Servers of before, which don't know the terms of now, go on without writing it: then it says
 * another line than they are settled up to, and the postings are made anew.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`alter table posting_states add column terms text not null default ''`.execute(trx)
  },
}
