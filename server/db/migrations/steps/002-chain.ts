import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'
import { recordTable, required } from '#server/db/migrations/record-table.ts'

/** Branches, news, the menu, bookings and promo codes. */
export const migration: Migration = {
  async up(trx) {
    await recordTable(trx, 'branches', (table) =>
      table
        .addColumn('name', 'text', required)
        .addColumn('address', 'text', required)
        .addColumn('google_maps_url', 'text', required)
        .addColumn('images', 'text', required),
    )
    await recordTable(trx, 'news', (table) =>
      table
        .addColumn('title', 'text', required)
        .addColumn('image', 'text', required)
        .addColumn('date', 'text', required)
        .addColumn('description', 'text', required)
        .addColumn('gallery', 'text', required),
    )
    await recordTable(trx, 'menus', (table) =>
      table.addColumn('name', 'text', required).addColumn('image', 'text', required).addColumn('description', 'text', required),
    )
    await recordTable(trx, 'bookings', (table) =>
      table
        .addColumn('branch_name', 'text', required)
        .addColumn('date', 'text', required)
        .addColumn('time', 'text', required)
        .addColumn('full_name', 'text', required)
        .addColumn('phone_number', 'text', required)
        .addColumn('status', 'integer', required)
        .addColumn('promo_code', 'text', required)
        .addColumn('discount_percentage', 'integer', required),
    )
    await sql`create index bookings_by_time on bookings (date, time, id) where deleted_at is null`.execute(trx)
    await recordTable(trx, 'promo_codes', (table) =>
      table
        .addColumn('code', 'text', required)
        .addColumn('percentage', 'integer', required)
        .addColumn('first_day', 'text', required)
        .addColumn('last_day', 'text', required)
        .addColumn('most_uses', 'integer')
        .addColumn('paused', 'integer', required)
        .addColumn('uses', 'integer', required),
    )
    // A new promo code may have the code of a deleted one.
    await sql`create unique index promo_codes_code on promo_codes (code) where deleted_at is null`.execute(trx)
  },
}
