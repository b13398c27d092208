import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDuplicate } from './failures.ts'
import type { Migration } from './migrations/migration.ts'
import * as steps from './migrations/steps.ts'
import type { Database } from './schema.ts'

/** By their numbers, forward only. */
export const migrations: Migration[] = Object.values(steps).sort((one, other) => (one.name < other.name ? -1 : 1))

/** The database was written by a newer version of the product. */
export class NewerDatabase extends Error {}

/** Brings the database to this program's version, or through the first `steps` to it, one transaction a migration. Throws `NewerDatabase` when it is ahead of the program. */
export async function migrate(db: Database, steps = migrations): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, at text not null)`.execute(db).catch(ignoreRace)
  const unknown = (await applied(db)).find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown !== undefined) {
    throw new NewerDatabase(`This database was used by a newer MovieBox (it has "${unknown}"). Start that version, or restore a backup.`)
  }
  for (const migration of steps) await apply(db, migration)
}

const applied = async (db: Database) => (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)

async function apply(db: Database, { name, up }: Migration) {
  if ((await applied(db)).includes(name)) return
  await db
    .transaction()
    .execute(async (trx) => {
      // First the name: a second server that starts at the same moment waits here, and then finds it taken.
      await trx.insertInto('migrations').values({ name, at: new Date().toISOString() }).execute()
      await up(trx)
    })
    .catch(ignoreRace)
}

async function ignoreRace(error: unknown) {
  if (!isDuplicate(error)) throw error
  await pause(50)
}
