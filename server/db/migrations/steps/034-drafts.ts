import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/**
 * The unsaved input of users. The primary key begins with the user, so it also serves the foreign key: the drafts of an erased user go
 * with the user.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create table drafts (
      user_id text not null references users (id) on delete cascade, id text not null, form text not null, content text not null, at text not null,
      primary key (user_id, id)
    )`.execute(trx)
    await sql`create index drafts_by_age on drafts (at)`.execute(trx)
  },
}
