import { sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import type { Migration } from './migration.ts'

/**
 * What was committed since somebody looked last, on PostgreSQL: each line of the history gets a number there (decision 038), also those that an
 * earlier version of the product writes beside this one. SQLite has numbered its rows already. And who has which record open, a row for each server.
 */
export const changes: Migration = {
  name: '017-changes',
  async up(trx) {
    if (!isPostgres(trx)) return
    await sql`create table changes (seq bigint generated always as identity primary key, line text not null)`.execute(trx)
    await sql`create function note_changes() returns trigger language plpgsql as $$
      begin insert into changes (line) select id from added; return null; end $$`.execute(trx)
    await sql`create trigger note_changes after insert on history
      referencing new table as added for each statement execute function note_changes()`.execute(trx)
    await sql`create table presence (server text primary key, people text not null, at double precision not null)`.execute(trx)
  },
}
