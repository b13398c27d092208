import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/**
 * Saved views of lists. Without a user a view is shared. A name is unique among the views of a user in a list, and among the shared ones. The first
 * index begins with the user, so it also serves the foreign key: the views of an erased user go with the user.
 */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create table views (
      id text primary key, user_id text references users (id) on delete cascade, list text not null, name text not null, name_key text not null,
      query text not null, layout text not null, version integer not null, created_at text not null, updated_at text not null
    )`.execute(trx)
    await sql`create unique index views_own on views (user_id, list, name_key)`.execute(trx)
    await sql`create unique index views_shared on views (list, name_key) where user_id is null`.execute(trx)
  },
}
