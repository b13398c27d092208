import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'

/** The postings that count large lists (decision 040). A background job fills them. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    // Sorted by code point on both databases, so that equal beginnings are adjacent.
    const [collation, bytes, suffix] = isPostgres(trx) ? ['collate "C"', 'bytea', ''] : ['', 'blob', 'without rowid']
    await sql`create table postings (resource text not null, term text ${sql.raw(collation)} not null, block integer not null,
      places ${sql.raw(bytes)} not null, primary key (resource, term, block)) ${sql.raw(suffix)}`.execute(trx)
    await sql`create table posting_places (resource text not null, record_id text not null, place integer not null,
      primary key (resource, record_id)) ${sql.raw(suffix)}`.execute(trx)
    if (isPostgres(trx)) await sql`create unique index posting_places_by_place on posting_places (resource, place)`.execute(trx)
    await sql`create table posting_states (resource text primary key, up_to bigint not null, line text not null,
      next_place integer not null)`.execute(trx)
  },
}
