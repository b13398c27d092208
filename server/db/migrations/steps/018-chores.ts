import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The leases of jobs that one server runs for all: the holder, and the expiry (milliseconds since 1970 by the database's clock). */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create table chores (name text primary key, holder text not null, until double precision not null)`.execute(trx)
  },
}
