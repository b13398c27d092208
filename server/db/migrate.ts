import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Transaction as KyselyTransaction, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { isContention, isDuplicate, isLockTaken, isMadeMeanwhile } from './errors.ts'
import type { Migration } from './migration.ts'
import type { Database, Transaction } from './schema.ts'

/** A migration that is read only where a database hasn't had it yet. */
export type Step = { name: string; load: () => Promise<Migration> }

/** Every migration, called as its file, by their numbers: forward only. */
export const migrations: Step[] = readdirSync(join(import.meta.dirname, 'migrations', 'steps'))
  .map((file) => parse(file).name)
  .sort()
  .map((name) => ({ name, load: () => load(name) }))

async function load(name: string): Promise<Migration> {
  const { migration }: { migration?: Migration } = await import(`./migrations/steps/${name}.ts`)
  if (!migration) throw new Error(`${name}.ts exports no migration.`)
  return migration
}

/** The database was changed by a newer version of the product, in a way that this one can't work with. */
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
  // Of those of later versions too: which of its migrations this version can work with.
  await sql`create table if not exists expansions (name text primary key)`.execute(db).catch(ignoreRace)
  const expansions = (await db.selectFrom('expansions').select('name').execute()).map(({ name }) => name)
  const known = new Set([...migrations.map(({ name }) => name), ...expansions])
  const unknown = (await applied(db)).find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new NewerDatabase(`This database was used by a newer MovieBox (it has "${unknown}"). Start that version, or restore a backup.`)
  }
}

const applied = async (db: Database) => (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)

async function apply(db: Database, { name, load }: Step) {
  const step = async (trx: Transaction) => {
    const { backwardCompatible, up } = await load()
    // First the name: a second server that starts at the same moment waits here, and then finds it taken.
    await trx.insertInto('migrations').values({ name, at: new Date().toISOString() }).execute()
    if (backwardCompatible) await trx.insertInto('expansions').values({ name }).execute()
    await up(trx)
  }
  const isApplied = async () => (await applied(db)).includes(name)
  while (!(await isApplied())) {
    try {
      await (db instanceof KyselyTransaction ? step(db) : besideOthers(db, step))
    } catch (error) {
      // Another server that starts may be backing up what this one changes, or the other way round.
      if (isLockTaken(error) || isContention(error)) await pause(longestLockWait)
      else if (!isDuplicate(error) || !(await isApplied())) throw error
    }
  }
}

/** Whoever waits for a table keeps all waiting who come after, so it isn't waited for long, but again and again: a backup may be reading it. */
async function besideOthers(db: Database, step: (trx: Transaction) => Promise<void>) {
  await db.transaction().execute(async (trx) => {
    if (isPostgres(trx)) await sql`set local lock_timeout = ${sql.lit(longestLockWait)}`.execute(trx)
    await step(trx)
  })
}

/** In milliseconds. */
const longestLockWait = 1_000

async function ignoreRace(error: unknown) {
  if (!isMadeMeanwhile(error)) throw error
  await pause(50)
}
