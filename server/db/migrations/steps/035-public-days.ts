import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** The first and last day on which the public sees a movie or menu item, and the use of an image. */
export const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    for (const table of ['movies', 'menus', 'image_uses'])
      for (const column of ['show_from', 'show_until'])
        await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} text not null default ''`.execute(trx)
    await sql`update image_uses set show_from = (select date from news where news.id = record_id) where resource = 'news'`.execute(trx)
    await sql`create index image_uses_from on image_uses (show_from)`.execute(trx)
    await sql`create index image_uses_until on image_uses (show_until) where show_until <> ''`.execute(trx)
  },
}
