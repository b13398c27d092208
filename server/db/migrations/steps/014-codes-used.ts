import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The code and discount of each booking, and its filter columns: one index holds all that is counted of codes. */
export const migration: Migration = {
  async up(trx) {
    await sql`create index bookings_codes_used on bookings (promo_code, discount_percentage, status, branch_name, date)
      where deleted_at is null and promo_code <> ''`.execute(trx)
  },
}
