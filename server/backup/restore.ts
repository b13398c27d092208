import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { databaseFile, syncFolder } from '#server/data-folder.ts'
import { migrate, migrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { unhurried } from '#server/database/postgres.ts'
import { reindex } from '#server/database/reindex.ts'
import type { Database, Transaction } from '#server/database/schema.ts'
import type { Media } from '#server/images/media.ts'
import { readArchive } from './archive.ts'
import { isExpected, type Manifest, pictureIn, tableIn } from './manifest.ts'
import { columnsIn, type Row } from './tables.ts'

/** Where an archive is restored into, of which there must be nothing yet; pictures that are there stay. */
export type Target = {
  /** PostgreSQL's; `undefined`: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  media: Media
}

/** There is a database already where an archive was to be restored. */
export class NotEmpty extends Error {}

/**
 * Restores an archive that `examine` has read. The database comes last and at once, so that whatever ends this before leaves none;
 * the same can then be done again. Throws `NotEmpty`.
 */
export async function restore(path: string, manifest: Manifest, { databaseUrl, dataDir, media }: Target): Promise<void> {
  const file = databaseFile(dataDir)
  const unfinished = `${file}.restoring`
  if (databaseUrl === undefined) await requireNone(file)
  await removeDatabase(unfinished)
  const db = openDatabase({ url: databaseUrl, file: unfinished }, unhurried)
  try {
    if (databaseUrl !== undefined) await requireNothingIn(db)
    await putPictures(path, media)
    await db.transaction().execute((trx) => fill(trx, path, manifest))
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

async function requireNone(file: string) {
  if (existsSync(file)) throw new NotEmpty(`There is a database already: ${file}. Set DATA_DIR to an empty folder, or move that one away.`)
}

async function requireNothingIn(db: Database) {
  const tables = await db.introspection.getTables()
  if (tables.length > 0) throw new NotEmpty('The database at DATABASE_URL is not empty: it has tables already. Name an empty one.')
}

async function removeDatabase(file: string) {
  for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true })
}

/** So many are written at a time: a disk that syncs one syncs the others with it. */
const pace = 16

async function putPictures(path: string, media: Media) {
  let puts: Promise<void>[] = []
  for await (const { name, content } of readArchive(path, isExpected)) {
    const picture = pictureIn(name)
    if (picture) puts.push(media.put(picture, content))
    if (puts.length < pace) continue
    await Promise.all(puts)
    puts = []
  }
  await Promise.all(puts)
}

/** The schema as it was, the rows, the schema as it is now, and all that is made of the rows. */
async function fill(trx: Transaction, path: string, manifest: Manifest) {
  await migrate(
    trx,
    migrations.filter(({ name }) => manifest.migrations.includes(name)),
  )
  const columns = await columnsIn(trx)
  for await (const { name, content } of readArchive(path, isExpected)) {
    const table = tableIn(name)
    if (table) await insertRows(trx, table, columns.get(table) ?? [], rowsIn(content))
  }
  await migrate(trx)
  await reindex(trx)
}

const rowsIn = (content: Uint8Array): Row[] =>
  new TextDecoder()
    .decode(content)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

/** SQLite takes 32,766 values in a statement, PostgreSQL twice as many. */
const mostValues = 30_000

async function insertRows(trx: Transaction, table: string, columns: readonly string[], rows: Row[]) {
  const size = Math.floor(mostValues / columns.length)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  for (let at = 0; at < rows.length; at += size) {
    const values = rows.slice(at, at + size).map((row) => sql`(${sql.join(columns.map((name) => row[name] ?? null))})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(trx)
  }
}
