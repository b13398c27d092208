import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The focal points of images, and indexes of the movies and menu items that have a first or a last public day. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    for (const column of ['focal_x', 'focal_y']) await sql`alter table images add column ${sql.ref(column)} integer`.execute(trx)
    for (const table of ['movies', 'menus'])
      for (const column of ['show_from', 'show_until'])
        await sql`create index ${sql.ref(`${table}_${column}`)} on ${sql.table(table)} (${sql.ref(column)})
          where deleted_at is null and ${sql.ref(column)} <> ''`.execute(trx)
  },
}
