import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Transaction as KyselyTransaction, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { isContention, isDuplicate, isLockTaken, isMadeMeanwhile } from './errors.ts'
import type { Migration } from './migration.ts'
import type { Database, Transaction } from './schema.ts'

/** A migration whose file is loaded only if the database doesn't have it yet. */
export type Step = { name: string; load: () => Promise<Migration> }

/** Every migration, named after its file, in the order of the numbers. There are no down migrations. */
export const migrations: Step[] = readdirSync(join(import.meta.dirname, 'migrations', 'steps'))
  .map((file) => parse(file).name)
  .sort()
  .map((name) => ({ name, load: () => load(name) }))

async function load(name: string): Promise<Migration> {
  const { migration }: { migration?: Migration } = await import(`./migrations/steps/${name}.ts`)
  if (!migration) throw new Error(`${name}.ts exports no migration.`)
  return migration
}

/** A newer version of the product has changed the database in a way that this version can't work with. */
export class NewerDatabase extends Error {}

/**
 * Applies the missing migrations of `steps`. Each runs in its own transaction, or all run in `db` if that is a transaction. Throws
 * `NewerDatabase` if the database is ahead of the program.
 */
export async function migrate(db: Database, steps = migrations): Promise<void> {
  await requireKnown(db)
  for (const migration of steps) await apply(db, migration)
}

/** Returns the names of those of `steps` that the database doesn't have yet. Throws `NewerDatabase`. */
export async function pending(db: Database, steps = migrations): Promise<string[]> {
  await requireKnown(db)
  const done = await applied(db)
  return steps.map(({ name }) => name).filter((name) => !done.includes(name))
}

async function requireKnown(db: Database) {
  await sql`create table if not exists migrations (name text primary key, at text not null)`.execute(db).catch(ignoreRace)
  // Migrations of later versions are listed here too: these are the ones that this version can work with.
  await sql`create table if not exists expansions (name text primary key)`.execute(db).catch(ignoreRace)
  const expansions = (await db.selectFrom('expansions').select('name').execute()).map(({ name }) => name)
  const known = new Set([...migrations.map(({ name }) => name), ...expansions])
  const unknown = (await applied(db)).find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new NewerDatabase(
      `This database was used by a newer version of MovieBox (migration "${unknown}"). Start that version, or restore a backup.`,
    )
  }
}

const applied = async (db: Database) => (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)

async function apply(db: Database, { name, load }: Step) {
  const step = async (trx: Transaction) => {
    const { backwardCompatible, up } = await load()
    // The name comes first: a second server that starts at the same moment waits here, then finds the name taken.
    await trx.insertInto('migrations').values({ name, at: new Date().toISOString() }).execute()
    if (backwardCompatible) await trx.insertInto('expansions').values({ name }).execute()
    await up(trx)
  }
  const isApplied = async () => (await applied(db)).includes(name)
  while (!(await isApplied())) {
    try {
      await (db instanceof KyselyTransaction ? step(db) : besideOthers(db, step))
    } catch (error) {
      // Another starting server may be backing up what this one changes, or the other way round.
      if (isLockTaken(error) || isContention(error)) await pause(longestLockWait)
      else if (!isDuplicate(error) || !(await isApplied())) throw error
    }
  }
}

/**
 * Runs `step` in a transaction with a short lock timeout; the caller retries. A waiting table lock blocks everyone behind it, and a backup may
 * be reading the table.
 */
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
