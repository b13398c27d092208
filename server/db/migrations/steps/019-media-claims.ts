import type { Migration } from '#server/db/migration.ts'
import { required } from '#server/db/migrations/record-table.ts'

/** Claims on image files that a server puts into, or removes from, a shared store. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await trx.schema
      .createTable('media_claims')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', required)
      .addColumn('until', 'text', required)
      .execute()
  },
}
