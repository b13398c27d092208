import { sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import type { Migration } from '#server/database/migrations/migration.ts'

/** The tables of records that have had a search index until now, and those of them whose filters have been tallied. */
const tables = ['movies', 'images', 'branches', 'news', 'menus', 'bookings', 'promo_codes', 'users']
const tallied = ['movies', 'news', 'bookings']

/**
 * Drops the search index, the tallies and the postings of before, and makes room for the index of tokens. `rebuildIndex` fills it at the first
 * start, because it knows which version it is of. Servers of before can't go on beside this: they write what is gone.
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
      // The rows' numbers in the order of the ids come from this index alone; with `deleted_at` SQLite knows that it has all that is asked.
      await sql`drop index ${sql.ref(`${table}_live`)}`.execute(trx)
      await sql`create index ${sql.ref(`${table}_live`)} on ${sql.table(table)} (id, search_id, deleted_at) where deleted_at is null`.execute(
        trx,
      )
    }
    // Bookings are counted by branch, day and status from this index alone.
    await sql`create index bookings_counted on bookings (date, branch_name, status, deleted_at) where deleted_at is null`.execute(trx)
    await sql`create table search_index (name text primary key, version integer not null)`.execute(trx)
  },
}
