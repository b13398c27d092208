import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'
import { required } from '#server/db/migrations/record-table.ts'

/**
 * An index for each foreign key: without one, deleting a branch, a promo code or a user scans every row that may refer to it. And the pending
 * renamings of branches in upcoming bookings (`server/bookings/renaming.ts`).
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create index bookings_branch_id on bookings (branch_id) where branch_id is not null`.execute(trx)
    await sql`create index bookings_promo_code_id on bookings (promo_code_id) where promo_code_id is not null`.execute(trx)
    await sql`create index devices_user_id on devices (user_id)`.execute(trx)
    await trx.schema
      .createTable('branch_renamings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('branch_id', 'text', required)
      .addColumn('old_name', 'text')
      .addColumn('new_name', 'text', required)
      .addColumn('by_id', 'text')
      .addColumn('by_name', 'text')
      .execute()
  },
}
