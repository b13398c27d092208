import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/**
 * The version of the terms in the postings, and the last history entry that they cover. Older servers don't know the current terms and don't
 * update this. The entry then differs from the one that the postings are settled to, and the postings are rebuilt.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`alter table posting_states add column terms text not null default ''`.execute(trx)
  },
}
