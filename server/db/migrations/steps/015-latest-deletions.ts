import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** Those that there are by now, whatever the contract learns later. */
const tables = ['movies', 'images', 'branches', 'news', 'menus', 'bookings', 'promo_codes', 'users']

/** The trash of each resource in the order that it is shown in, what was deleted last first. */
export const migration: Migration = {
  async up(trx) {
    for (const table of tables) {
      const index = sql.ref(`${table}_trash`)
      await sql`drop index ${index}`.execute(trx)
      await sql`create index ${index} on ${sql.table(table)} (deleted_at, id) where deleted_at is not null`.execute(trx)
    }
  },
}
