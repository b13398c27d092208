import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'

/**
 * The order of history entries on PostgreSQL (decision 038); SQLite numbers its rows itself. And the open records of each user, one row for
 * each server.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    if (!isPostgres(trx)) return
    await sql`create table changes (seq bigint generated always as identity primary key, line text not null)`.execute(trx)
    await sql`create table presence (server text primary key, people text not null, at double precision not null)`.execute(trx)
  },
}
