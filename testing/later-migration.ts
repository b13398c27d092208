import { sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import type { Step } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { sqlName } from '#server/lists/search-index.ts'

const migration: Migration = {
  backwardCompatible: true,
  async up(trx) {
    for (const name of [...resourceNames.map(sqlName), 'history', 'activity', 'sessions', 'attempts', 'devices', 'image_uses']) {
      await sql`alter table ${sql.table(name)} add column shade text not null default 'none'`.execute(trx)
      await sql`alter table ${sql.table(name)} add column tint integer`.execute(trx)
    }
    await sql`create table tints (name text primary key)`.execute(trx)
  },
}

/** A migration of a later version that servers of this version must tolerate: more columns everywhere, and more tables. */
export const laterMigration: Step = { name: '999-later', load: async () => migration }
