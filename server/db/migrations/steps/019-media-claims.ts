import type { Migration } from '#server/db/migration.ts'
import { required } from '#server/db/migrations/record-table.ts'

/** Who puts or removes which file of a picture in a store that several servers share. */
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
