import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'
import { listedTable } from '#server/db/migrations/listed-table.ts'

/** Closures of branches, and of each canceled booking the closure for which it was canceled. Every foreign key has an index. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await listedTable(trx, 'closures', {
      columns: {
        branch_name: 'text',
        everywhere: 'integer',
        first_day: 'text',
        last_day: 'text',
        from_time: 'text',
        until_time: 'text',
        reason: 'text',
      },
      orders: [['first_day'], []],
      filters: ['branch_name'],
    })
    await sql`alter table closures add column branch_id text references branches (id)`.execute(trx)
    await sql`create index closures_branch_id on closures (branch_id) where branch_id is not null`.execute(trx)
    await sql`alter table bookings add column closure text references closures (id)`.execute(trx)
    await sql`create index bookings_closure on bookings (closure) where closure is not null`.execute(trx)
  },
}
