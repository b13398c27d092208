import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The batch of history entries that one user made together, such as an import; the activity shows a batch as one line. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    for (const table of ['history', 'activity']) await sql`alter table ${sql.table(table)} add column batch text`.execute(trx)
    await sql`create index history_by_batch on history (batch, resource, action, id) where batch is not null`.execute(trx)
    // Rows of an import are matched by this title; the other collections have an index that begins with theirs.
    await sql`create index news_by_title on news (title, id) where deleted_at is null`.execute(trx)
  },
}
