import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { commandHint } from '#server/command-hint.ts'
import { type Config, readConfig } from '#server/config.ts'
import { databaseFile, lockFile, prepareFolder } from '#server/db/data-folder.ts'
import { isStorageFull } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open.ts'
import { withoutTimeouts } from '#server/db/postgres/pool.ts'
import { requireMovieBoxData } from '#server/db/requirements.ts'
import { lockFolder } from '#server/db/sqlite/file-lock.ts'
import { mediaFor } from '#server/images/open-media.ts'
import '#server/startup/environment.ts'
import '#server/startup/output.ts'
import { UnusableArchive } from '#server/backup/archive.ts'
import { archiveName } from '#server/backup/archives.ts'
import { backUp, incomplete } from '#server/backup/backup.ts'
import { examine } from '#server/backup/examine.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { NotEmpty, restore } from '#server/backup/restore.ts'
import { WrongCommand } from '#server/errors.ts'
import { startFailure } from '#server/startup/start-failure.ts'

/** The most missing pictures that are named. */
const mostNamed = 20

/**
 * The commands `npm run backup` and `npm run restore`; the first argument says which. Exits with 0 when done, 2 when the backup lacks
 * pictures, and 1 for any other failure.
 */
try {
  const [command, ...words] = process.argv.slice(2)
  const config = readConfig(process.env)
  console.log(await (command === 'restore' ? restoring(config, words) : backingUp(config, words)))
} catch (error) {
  const isSentence = error instanceof WrongCommand || error instanceof UnusableArchive || error instanceof NotEmpty
  console.error(isSentence ? error.message : (sentenceFor(error) ?? error))
  process.exitCode = 1
}

async function backingUp(config: Config, words: string[]): Promise<string> {
  const { databaseUrl: url, dataDir, backups } = config
  // Requests have users waiting for them; a backup doesn't.
  setPriority(constants.priority.PRIORITY_LOW)
  const [path = join(backups?.folder ?? '.', archiveName(new Date())), ...more] = words
  if (more.length > 0) throw new WrongCommand(`Specify one file: ${commandHint('backup', 'FILE')}.`)
  const isOwn = words.length === 0 && backups !== undefined
  if (!isOwn && !existsSync(dirname(path))) throw new WrongCommand(`The folder ${dirname(path)} does not exist.`)
  const file = databaseFile(dataDir)
  if (url === undefined && !existsSync(file))
    throw new WrongCommand(`There is nothing to back up: ${file} does not exist. Set DATA_DIR to the folder with the database.`)
  if (existsSync(path)) throw new WrongCommand(`${path} already exists. Choose another file name.`)
  const db = openDatabase({ url, file }, withoutTimeouts)
  try {
    await requireMovieBoxData(db)
    if (isOwn) await mkdir(dirname(path), { recursive: true })
    const manifest = await backUp(path, { db, media: await mediaFor(config), progress })
    if (manifest.missing.length > 0) process.exitCode = incomplete
    return `Saved ${contentsOf(manifest)} to ${resolve(path)} (${inMegabytes((await stat(path)).size)}).${losses(manifest)}`
  } finally {
    await db.destroy()
  }
}

async function restoring(config: Config, words: string[]): Promise<string> {
  const { databaseUrl, dataDir, store } = config
  const [path, ...more] = words
  if (path === undefined || more.length > 0) throw new WrongCommand(`Specify the archive: ${commandHint('restore', 'FILE')}.`)
  if (!(await stat(path)).isFile()) throw new WrongCommand(`${path} is not a file. Specify the archive: ${commandHint('restore', 'FILE')}.`)
  const manifest = await examine(path)
  await prepareFolder(dataDir)
  const unlock = lockFolder(lockFile(dataDir), dataDir)
  try {
    await restore(path, manifest, { databaseUrl, dataDir, media: await mediaFor(config) })
  } finally {
    unlock()
  }
  const records = databaseUrl === undefined ? dataDir : `PostgreSQL, files in ${dataDir}`
  const into = store ? `${records}, images in ${store.title}` : records
  return `Restored ${contentsOf(manifest)} from ${manifest.madeAt} into ${into}. All users must sign in again.${losses(manifest)}`
}

/** Shows the progress, on a terminal only. */
function progress(done: number, of: number) {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of} images${done === of ? '\n' : ''}`)
}

function contentsOf({ tables, pictures }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
  return `${rows} records and versions, and ${pictures ? `${pictures.length} image files` : 'no images'}`
}

function losses({ missing }: Manifest): string {
  if (missing.length === 0) return ''
  const named = missing.slice(0, mostNamed).join(', ')
  const others = missing.length > mostNamed ? `, and ${missing.length - mostNamed} more` : ''
  return ` ${missing.length} image files could not be read and are not included: ${named}${others}. Run "${commandHint('verify')}" to see which images are affected.`
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns why the command failed, in one sentence; `undefined` for a bug. */
function sentenceFor(error: unknown): string | undefined {
  const { code, path } = error as { code?: string; path?: string }
  if (code === 'ENOENT') return `${path ?? 'The file'} does not exist.`
  if (isStorageFull(error)) return 'The disk is full. Free some space and try again.'
  return startFailure(error, 'The command failed')
}
