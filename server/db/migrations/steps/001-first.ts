import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'
import { recordTable, required } from '#server/db/migrations/record-table.ts'

/** Users and their sessions, images, movies, and the history of everything. */
export const migration: Migration = {
  async up(trx) {
    await recordTable(trx, 'movies', (table) =>
      table
        .addColumn('title', 'text', required)
        .addColumn('genre', 'text', required)
        .addColumn('image', 'text', required)
        .addColumn('description', 'text', required)
        .addColumn('trailer_url', 'text', required),
    )
    await recordTable(trx, 'images', (table) =>
      table
        .addColumn('name', 'text', required)
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('url', 'text', required)
        .addColumn('width', 'integer', required)
        .addColumn('height', 'integer', required)
        .addColumn('bytes', 'integer', required),
    )
    await recordTable(trx, 'users', (table) =>
      table
        .addColumn('username', 'text', required)
        .addColumn('username_key', 'text', required)
        .addColumn('password_hash', 'text', required)
        .addColumn('is_super_user', 'integer', required),
    )
    // A new user may have the name of a deleted one.
    await sql`create unique index users_username on users (username_key) where deleted_at is null`.execute(trx)

    await trx.schema
      .createTable('history')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('resource', 'text', required)
      .addColumn('record_id', 'text', required)
      .addColumn('version', 'integer', required)
      .addColumn('action', 'text', required)
      .addColumn('record', 'text', required)
      .addColumn('by_id', 'text')
      .addColumn('by_name', 'text')
      .addColumn('at', 'text', required)
      .addUniqueConstraint('history_of_record', ['resource', 'record_id', 'version'])
      .execute()

    await trx.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('created_at', 'text', required)
      .addColumn('used_at', 'text', required)
      .execute()
    await trx.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute()

    await trx.schema
      .createTable('attempts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', required)
      .addColumn('last_at', 'text', required)
      .execute()
  },
}
