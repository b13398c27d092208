import type { Migration } from '#server/db/migration.ts'
import { required } from '#server/db/migrations/record-table.ts'

/** The answers of idempotent requests, and an index for every table that is cleared by age. */
export const migration: Migration = {
  async up(trx) {
    await trx.schema
      .createTable('idempotency_keys')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', required)
      .addColumn('answer', 'text', required)
      .addColumn('at', 'text', required)
      .execute()
    await trx.schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('at').execute()
    await trx.schema.createIndex('sessions_by_use').on('sessions').column('used_at').execute()
    await trx.schema.createIndex('sessions_by_age').on('sessions').column('created_at').execute()
    await trx.schema.createIndex('attempts_by_age').on('attempts').column('last_at').execute()
  },
}
