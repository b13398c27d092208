import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'

/**
 * In which order lines were added to the history, on PostgreSQL (decision 038): SQLite has numbered its rows already. And who has which record
 * open, a row for each server.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    if (!isPostgres(trx)) return
    await sql`create table changes (seq bigint generated always as identity primary key, line text not null)`.execute(trx)
    await sql`create table presence (server text primary key, people text not null, at double precision not null)`.execute(trx)
  },
}
