import { sql } from 'kysely'
import { gatherAll } from '#server/audit/events.ts'
import type { Migration } from '#server/db/migration.ts'
import { required } from '#server/db/migrations/record-table.ts'

/** The activity, its seals, and the failed sign-ins that will become activity. Existing history entries are added immediately. */
export const migration: Migration = {
  async up(trx) {
    await trx.schema
      .createTable('activity')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', required)
      .addColumn('by_id', 'text')
      .addColumn('by_name', 'text')
      .addColumn('kind', 'text', required)
      .addColumn('resource', 'text', required)
      .addColumn('record_id', 'text', required)
      .addColumn('version', 'integer', required)
      .addColumn('details', 'text', required)
      .addColumn('digest', 'text', required)
      .addColumn('salt', 'text', required)
      .addColumn('seal', 'text')
      .execute()
    // These indexes alone answer the queries, however many entries there are: the history's rows are wide.
    await sql`create index activity_by_person on activity (by_name, id, by_id)`.execute(trx)
    await sql`create index activity_by_person_and_kind on activity (by_name, kind, id, by_id)`.execute(trx)
    await sql`create index activity_by_kind on activity (kind, id)`.execute(trx)
    await sql`create index activity_of_record on activity (record_id)`.execute(trx)
    await sql`create index activity_by_seal on activity (seal, id)`.execute(trx)
    await trx.schema
      .createTable('seals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', required)
      .addColumn('total', 'integer', required)
      .addColumn('lines', 'text', required)
      .addColumn('hash', 'text', required)
      .execute()
    await trx.schema
      .createTable('failed_sign_ins')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .addColumn('times', 'integer', required)
      .addColumn('address', 'text', required)
      .addColumn('at', 'text', required)
      .execute()
    await gatherAll(trx)
  },
}
