import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { databaseFile } from './data-folder.ts'
import { DatabaseDamaged } from './errors.ts'
import { healthOf } from './health.ts'
import type { Database } from './schema.ts'

/** Up to this size, in bytes, the start includes the check: it reads the whole file, a megabyte in 9 ms. */
const checkedAtStart = 4 * 1024 * 1024
/** Up to this size, in bytes, writes wait for the check that runs beside the server, a second or two. A damaged file must not be written to. */
const awaited = 128 * 1024 * 1024

/** The database file belongs to another application. */
export class ForeignDatabase extends Error {}

/** Checks an SQLite database before the first write. Throws `ForeignDatabase` or `DatabaseDamaged`. */
export async function requireSound(db: Database, file: string): Promise<void> {
  const tables = await db.introspection.getTables()
  if (tables.length > 0 && !tables.some(({ name }) => name === 'migrations')) {
    throw new ForeignDatabase(`${file} is another application's database. Set DATA_DIR to another folder.`)
  }
  if (await isLarge(file)) return
  // Unlike the full check, `quick_check` doesn't compare each index with its table, which takes six times as long.
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const [finding] = rows.map((row) => Object.values(row)[0])
  if (finding !== 'ok') throw new DatabaseDamaged(finding)
}

export const isLarge = async (file: string) => (await sizeOf(file)) > checkedAtStart

const sizeOf = async (file: string) => (await stat(file)).size

/**
 * Checks a large SQLite database while it is in use, in a child process, starting in `delay` milliseconds. Writes wait for the result unless
 * the file is so large that the check takes many seconds. Damage stops all writes. Returns a function that ends the check.
 */
export async function checkBeside(db: Database, dataDir: string, log: FastifyBaseLogger, delay: number): Promise<() => void> {
  const { promise: checked, resolve: know } = Promise.withResolvers<void>()
  if ((await sizeOf(databaseFile(dataDir))) <= awaited) healthOf(db).checked = checked
  const program = join(import.meta.dirname, '..', 'commands', 'verify.ts')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  let stop = know
  const beginning = setTimeout(() => {
    const child = execFile(process.execPath, [program, 'database'], { env }, (error, output) => {
      if (child.exitCode === 1) healthOf(db).isDamaged = true
      know()
      if (child.killed) return
      if (child.exitCode === 1) log.fatal(output.trim())
      else if (error) log.warn({ err: error }, 'could not check the database')
    })
    // The check runs at low priority, because the first readers are waiting.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    stop = () => child.kill('SIGKILL')
  }, delay)
  return () => {
    clearTimeout(beginning)
    stop()
  }
}
