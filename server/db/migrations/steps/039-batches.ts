import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'
import { addIndex } from '#server/db/migrations/listed-table.ts'

/** The batch of history entries that one user made together, such as an import; the activity shows a batch as one line. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    for (const table of ['history', 'activity']) await sql`alter table ${sql.table(table)} add column batch text`.execute(trx)
    await sql`create index history_by_batch on history (batch, resource, action, id) where batch is not null`.execute(trx)
    // Imports find records by these.
    for (const table of ['movies', 'news']) await addIndex(trx, table, ['title'])
    for (const table of ['menus', 'branches']) await addIndex(trx, table, ['name'])
  },
}
