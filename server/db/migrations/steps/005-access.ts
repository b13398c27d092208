import { newId } from '#server/db/ids.ts'
import type { Migration } from '#server/db/migration.ts'
import { required } from '#server/db/migrations/record-table.ts'

/** Data for users about their sessions, passwords chosen by another person, known browsers, and failed attempts that fade over time. */
export const migration: Migration = {
  async up(trx) {
    for (const column of ['id', 'address', 'browser'])
      await trx.schema
        .alterTable('sessions')
        .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
        .execute()
    for (const { tokenHash } of await trx.selectFrom('sessions').select('tokenHash').execute())
      await trx.updateTable('sessions').set({ id: newId() }).where('tokenHash', '=', tokenHash).execute()
    await trx.schema.createIndex('sessions_id').on('sessions').column('id').unique().execute()

    await trx.schema
      .alterTable('users')
      .addColumn('must_change_password', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()

    await trx.schema
      .createTable('devices')
      .addColumn('mark_hash', 'text', required)
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('used_at', 'text', required)
      .addPrimaryKeyConstraint('devices_key', ['mark_hash', 'user_id'])
      .execute()
    await trx.schema.createIndex('devices_by_use').on('devices').column('used_at').execute()

    // SQLite can't change a column's type, so the counters restart.
    await trx.schema.dropTable('attempts').execute()
    await trx.schema
      .createTable('attempts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'double precision', required)
      .addColumn('last_at', 'text', required)
      .execute()
    await trx.schema.createIndex('attempts_by_age').on('attempts').column('last_at').execute()
  },
}
