import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'
import { addIndex } from '#server/db/migrations/listed-table.ts'

/** The weekdays, branches and campaign of a promo code; existing codes have none. */
export const migration: Migration = {
  async up(trx) {
    for (const list of ['weekdays', 'branches', 'branch_names'])
      await sql`alter table promo_codes add column ${sql.ref(list)} text not null default '[]'`.execute(trx)
    await sql`alter table promo_codes add column campaign text not null default ''`.execute(trx)
    for (const columns of [['campaign'], ['campaign', 'code']]) await addIndex(trx, 'promo_codes', columns)
    // The word for a value, as `valueWords` writes it.
    if (!isPostgres(trx))
      await sql`update promo_codes_words set words = words || ' ⌗⌗⌗⌗campaign⌗'
        where rowid in (select search_id from promo_codes where deleted_at is null)`.execute(trx)
  },
}
