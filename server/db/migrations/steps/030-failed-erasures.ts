import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The records that retention, or emptying the trash, could not erase. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create table failed_erasures (
      resource text not null, record_id text not null, reason text not null, since text not null, tried_at text not null,
      primary key (resource, record_id)
    )`.execute(trx)
  },
}
