import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** With which code and discount bookings were made, and what of them can be filtered: all that is counted of codes stands in one index. */
export const migration: Migration = {
  async up(trx) {
    await sql`create index bookings_codes_used on bookings (promo_code, discount_percentage, status, branch_name, date)
      where deleted_at is null and promo_code <> ''`.execute(trx)
  },
}
