import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { databaseFile, syncFolder } from '#server/db/data-folder.ts'
import { isRefusedRow } from '#server/db/errors.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { withoutTimeouts } from '#server/db/postgres/pool.ts'
import { requireSupported } from '#server/db/requirements.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import type { Media } from '#server/images/media.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'
import { readArchive, UnusableArchive } from './archive.ts'
import { isExpected, type Manifest, pictureIn, tableIn } from './manifest.ts'
import { rowsIn } from './rows.ts'
import { columnsIn, type Row } from './tables.ts'

/** The target of a restoration. It must have no database yet; existing pictures stay. */
export type Target = {
  /** The address of PostgreSQL; `undefined` means SQLite in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  media: Media
}

/** The target has a database already. */
export class NotEmpty extends Error {}

/**
 * Restores an archive that `examine` has read. The database comes last and in one step, so an earlier failure leaves none, and
 * the restoration can be repeated. Throws `NotEmpty`, and `UnusableArchive` if its rows make no valid database.
 */
export async function restore(path: string, manifest: Manifest, { databaseUrl, dataDir, media }: Target): Promise<void> {
  const file = databaseFile(dataDir)
  const unfinished = `${file}.restoring`
  if (databaseUrl === undefined) await requireNone(file)
  await removeDatabase(unfinished)
  const db = openDatabase({ url: databaseUrl, file: unfinished }, withoutTimeouts)
  try {
    await requireSupported(db)
    if (databaseUrl !== undefined) await requireNothingIn(db)
    await putPictures(path, media)
    await db
      .transaction()
      .execute((trx) => fill(trx, path, manifest))
      .catch((error: unknown) => {
        if (!isRefusedRow(error) && !(error instanceof SyntaxError)) throw error
        throw new UnusableArchive(`${path} is damaged: the rows are inconsistent.`, { cause: error })
      })
    await db.destroy()
    if (databaseUrl === undefined) {
      await rename(unfinished, file)
      await syncFolder(dataDir)
    }
  } finally {
    await db.destroy()
    await removeDatabase(unfinished)
  }
}

/** Throws `NotEmpty` if a database file exists. A leftover log counts as well: SQLite would write it over the restored database. */
async function requireNone(file: string) {
  const there = filesOf(file).filter((each) => existsSync(each))
  if (there.length === 0) return
  const away = there.length === 1 ? 'move the file away' : 'move all of these files away'
  throw new NotEmpty(`A database already exists: ${there.join(', ')}. Set DATA_DIR to an empty folder, or ${away}.`)
}

async function requireNothingIn(db: Database) {
  const tables = await db.introspection.getTables()
  if (tables.length > 0) throw new NotEmpty('The database at DATABASE_URL is not empty. Use an empty database.')
}

async function removeDatabase(file: string) {
  for (const each of filesOf(file)) await rm(each, { force: true })
}

const filesOf = (file: string) => ['', '-wal', '-shm'].map((ending) => file + ending)

/** The most pictures written at a time, because a disk syncs them together, and their most bytes, because these are in memory until then. */
const pace = { pictures: 16, bytes: 64 * 1024 * 1024 }

async function putPictures(path: string, media: Media) {
  let [puts, bytes]: [Promise<void>[], number] = [[], 0]
  for await (const { name, content } of readArchive(path, isExpected)) {
    const picture = pictureIn(name)
    if (picture === undefined) continue
    const put = media.put(picture, content)
    // The promise is awaited below, where it throws; until then this handler prevents an unhandled rejection.
    put.catch(() => {})
    puts.push(put)
    bytes += content.byteLength
    if (puts.length < pace.pictures && bytes < pace.bytes) continue
    await Promise.all(puts)
    ;[puts, bytes] = [[], 0]
  }
  await Promise.all(puts)
}

/** Creates the archive's schema, inserts the rows, migrates to the current schema, and derives the rest from the rows. */
async function fill(trx: Transaction, path: string, manifest: Manifest) {
  await migrate(
    trx,
    migrations.filter(({ name }) => manifest.migrations.includes(name)),
  )
  const columns = await columnsIn(trx)
  for await (const { name, content } of readArchive(path, isExpected)) {
    const table = tableIn(name)
    // Tables come first in an archive. PostgreSQL ends a long idle transaction, so it must not wait until all pictures are read.
    if (!table) break
    await insertRows(trx, table, columns.get(table) ?? [], rowsIn(path, content))
  }
  await migrate(trx)
  await rebuildIndex(trx)
}

/** SQLite takes 32,766 values in a statement, PostgreSQL twice as many. */
const mostValues = 30_000

async function insertRows(trx: Transaction, table: string, columns: readonly string[], rows: Iterator<Row, undefined>) {
  const size = Math.floor(mostValues / columns.length)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  for (let some = take(rows, size); some.length > 0; some = take(rows, size)) {
    const values = some.map((row) => sql`(${sql.join(columns.map((name) => row[name] ?? null))})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(trx)
  }
}

function take(rows: Iterator<Row, undefined>, most: number): Row[] {
  const taken: Row[] = []
  while (taken.length < most) {
    const { value } = rows.next()
    if (!value) break
    taken.push(value)
  }
  return taken
}
