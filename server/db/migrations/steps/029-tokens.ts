import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'

/** The tables of records that had a search index before this migration, and those whose filters had tallies. */
const tables = ['movies', 'images', 'branches', 'news', 'menus', 'bookings', 'promo_codes', 'users']
const tallied = ['movies', 'news', 'bookings']

/**
 * Drops the previous search index, tallies and postings, and prepares the tables for the token index. `rebuildIndex` fills the index at the
 * first start, because only it knows the index's version. Older servers can't run beside this one: they write to tables that are gone.
 */
export const migration: Migration = {
  async up(trx) {
    for (const table of ['postings', 'posting_places', 'posting_states', ...tallied.map((name) => `${name}_tally`)])
      await sql`drop table ${sql.table(table)}`.execute(trx)
    for (const table of tables) {
      if (isPostgres(trx)) {
        await sql`alter table ${sql.table(table)} drop column words`.execute(trx)
        await sql`alter table ${sql.table(table)} add column tokens tsvector not null default ''`.execute(trx)
        continue
      }
      await sql`drop table ${sql.table(`${table}_words`)}`.execute(trx)
      // This index alone yields the row numbers in the order of the ids. `deleted_at` makes it a covering index for SQLite.
      await sql`drop index ${sql.ref(`${table}_live`)}`.execute(trx)
      await sql`create index ${sql.ref(`${table}_live`)} on ${sql.table(table)} (id, search_id, deleted_at) where deleted_at is null`.execute(
        trx,
      )
    }
    // This index alone counts bookings by branch, day and status.
    await sql`create index bookings_counted on bookings (date, branch_name, status, deleted_at) where deleted_at is null`.execute(trx)
    await sql`create table search_index (name text primary key, version integer not null)`.execute(trx)
  },
}
