import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'
import { nameHolders } from '#server/db/migrations/holders.ts'

/** Bookings refer to their branch and promo code by id, and the uses of promo codes are recounted by id. */
export const migration: Migration = {
  async up(trx) {
    for (const [column, target] of [
      ['branch_id', 'branches.id'],
      ['promo_code_id', 'promo_codes.id'],
    ] as const) {
      await trx.schema
        .alterTable('bookings')
        .addColumn(column, 'text', (added) => added.references(target))
        .execute()
    }
    const branch = { column: 'branch_name', field: 'branchName' }
    await nameHolders(trx, { table: 'branches', resource: 'branches', word: 'name', held: branch, id: 'branch_id' })
    const code = { column: 'promo_code', field: 'promoCode' }
    await nameHolders(trx, { table: 'promo_codes', resource: 'promoCodes', word: 'code', held: code, id: 'promo_code_id' })
    await sql`
      update promo_codes set uses = (
        select count(*) from bookings where promo_code_id = promo_codes.id and bookings.deleted_at is null and status <> 2
      )`.execute(trx)
    await sql`create index bookings_of_branch on bookings (branch_id, date, time) where deleted_at is null`.execute(trx)
  },
}
