import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The resources at the time of this migration, independent of later contracts. */
const tables = ['movies', 'images', 'branches', 'news', 'menus', 'bookings', 'promo_codes', 'users']

/** An index for the trash of each resource in its display order, latest deletion first. */
export const migration: Migration = {
  async up(trx) {
    for (const table of tables) {
      const index = sql.ref(`${table}_trash`)
      await sql`drop index ${index}`.execute(trx)
      await sql`create index ${index} on ${sql.table(table)} (deleted_at, id) where deleted_at is not null`.execute(trx)
    }
  },
}
