import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** Whose turn it is with what one server does for all: who has it, and until when (milliseconds since 1970 by the database's clock) nobody else may. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create table chores (name text primary key, holder text not null, until double precision not null)`.execute(trx)
  },
}
