import { setTimeout as pause } from 'node:timers/promises'
import { Transaction as KyselyTransaction, sql } from 'kysely'
import { isDuplicate } from './failures.ts'
import type { Migration } from './migrations/migration.ts'
import * as steps from './migrations/steps.ts'
import type { Database, Transaction } from './schema.ts'

/** By their numbers, forward only. */
export const migrations: Migration[] = Object.values(steps).sort((one, other) => (one.name < other.name ? -1 : 1))

/** The database was written by a newer version of the product. */
export class NewerDatabase extends Error {}

/** Brings the database to this program's version, or through `steps` to an earlier one, one transaction a migration or all in that of `db`. Throws `NewerDatabase` when it is ahead of the program. */
export async function migrate(db: Database, steps = migrations): Promise<void> {
  await requireKnown(db)
  for (const migration of steps) await apply(db, migration)
}

/** The names of those of `steps` that the database has still before it. Throws `NewerDatabase`. */
export async function pending(db: Database, steps = migrations): Promise<string[]> {
  await requireKnown(db)
  const done = await applied(db)
  return steps.map(({ name }) => name).filter((name) => !done.includes(name))
}

async function requireKnown(db: Database) {
  await sql`create table if not exists migrations (name text primary key, at text not null)`.execute(db).catch(ignoreRace)
  const unknown = (await applied(db)).find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown !== undefined) {
    throw new NewerDatabase(`This database was used by a newer MovieBox (it has "${unknown}"). Start that version, or restore a backup.`)
  }
}

const applied = async (db: Database) => (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)

async function apply(db: Database, { name, up }: Migration) {
  if ((await applied(db)).includes(name)) return
  const step = async (trx: Transaction) => {
    // First the name: a second server that starts at the same moment waits here, and then finds it taken.
    await trx.insertInto('migrations').values({ name, at: new Date().toISOString() }).execute()
    await up(trx)
  }
  if (db instanceof KyselyTransaction) await step(db)
  else await db.transaction().execute(step).catch(ignoreRace)
}

async function ignoreRace(error: unknown) {
  if (!isDuplicate(error)) throw error
  await pause(50)
}
