import { constants } from 'node:fs'
import { access, mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The data folder can't be used. The message is a sentence that names the setting. */
export class UnusableFolder extends Error {}

export const databaseFile = (dataDir: string) => join(dataDir, 'moviebox.sqlite')
export const lockFile = (dataDir: string) => join(dataDir, 'server.lock')

const files = ['moviebox.sqlite', 'moviebox.sqlite-wal', 'moviebox.sqlite-shm', 'server.lock']
const folders = ['media', 'incoming', 'copies']

/**
 * Creates the data folder if it is missing, and checks that this process may read and write its contents. Without that check, SQLite opens
 * another account's file read-only, and the first sign-in fails. Throws `UnusableFolder`.
 */
export async function prepareFolder(dataDir: string): Promise<void> {
  await make(dataDir)
  await require(dataDir, 'folder')
  for (const name of folders) await require(join(dataDir, name), 'folder')
  for (const name of files) await require(join(dataDir, name), 'file')
}

/** Creates a folder and its parents. `mkdir` with `recursive` never returns where a folder can't be created, such as in /proc. */
async function make(path: string): Promise<void> {
  if (await kindOf(path)) return
  const parent = dirname(path)
  if (parent !== path) await make(parent)
  await mkdir(path).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw unwritable(path, error)
  })
}

async function require(path: string, kind: 'file' | 'folder'): Promise<void> {
  const found = await kindOf(path)
  if (found === undefined) return
  if (found !== kind) throw new UnusableFolder(`${path} must be a ${kind}. Move the existing file, or set DATA_DIR to another folder.`)
  const { R_OK, W_OK, X_OK } = constants
  await access(path, kind === 'folder' ? R_OK | W_OK | X_OK : R_OK | W_OK).catch((error: unknown) => {
    throw unwritable(path, error)
  })
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw unwritable(path, error)
  }
}

const unwritable = (path: string, cause: unknown) =>
  new UnusableFolder(
    `${path} is not writable. Make it writable for the account that runs MovieBox, or set DATA_DIR to a writable folder.`,
    { cause },
  )

/** Syncs a folder to disk: a rename is durable only after that. Windows can't sync folders and doesn't need to. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
