import { sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { sqlName } from '#server/database/search.ts'
import type { Migration } from './migration.ts'

/** The trash of each resource in the order that it is shown in, what was deleted last first. */
export const latestDeletions: Migration = {
  name: '015-latest-deletions',
  async up(trx) {
    for (const table of resourceNames.map(sqlName)) {
      const index = sql.ref(`${table}_trash`)
      await sql`drop index ${index}`.execute(trx)
      await sql`create index ${index} on ${sql.table(table)} (deleted_at, id) where deleted_at is not null`.execute(trx)
    }
  },
}
