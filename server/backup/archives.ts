import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** In a folder of backups the names are in the order of their times. */
export const archiveName = (at: Date): string => `moviebox-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar`

const name = /^moviebox-\d{8}T\d{6}Z\.tar$/
const migrated = /^before-\d{3}-[\w-]+\.tar$/
const unfinished = /\.tar\.[0-9a-f-]{36}\.part$/

/** In milliseconds: what has been unfinished for so long was left by a process that was killed. */
export const givenUp = 24 * 3_600_000

/** The backups in a folder, the oldest first. */
export async function archivesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => name.test(file)).sort()
}

/** Removes all backups but the newest `keep`, and what was left unfinished. Files with other names stay. */
export async function prune(folder: string, keep: number): Promise<void> {
  for (const file of (await archivesIn(folder)).slice(0, -keep)) await rm(join(folder, file), { force: true })
  await clearUnfinished(folder, Date.now() - givenUp)
}

/** In milliseconds: nobody takes an update back later than that, and what was erased since is still in what was kept for it. */
const mayBeTakenBack = 30 * 24 * 3_600_000

/** Where what a migration will change is kept. */
export const migrationBackups = (dataDir: string): string => join(dataDir, 'backups')

/** Under which name; `first` is the first of the migrations. */
export const archiveBefore = (first: string): string => `before-${first}.tar`

/** Removes those of migrations that are long done; there may be no such folder. */
export async function clearMigrated(folder: string, now = Date.now()): Promise<void> {
  const files = await readdir(folder).catch(() => [])
  await clear(
    folder,
    files.filter((file) => migrated.test(file)),
    now - mayBeTakenBack,
  )
}

/** Removes archives that were begun before that time, in milliseconds since 1970, and never got their names. */
export async function clearUnfinished(folder: string, before: number): Promise<void> {
  const files = await readdir(folder)
  await clear(
    folder,
    files.filter((file) => unfinished.test(file)),
    before,
  )
}

/** Of these files those that were last written before that time. */
async function clear(folder: string, files: readonly string[], before: number) {
  for (const file of files) {
    // Another server may remove it first.
    const found = await stat(join(folder, file)).catch(() => undefined)
    // One that can't be removed must not keep the others; the next round tries again.
    if (found && found.mtimeMs < before) await rm(join(folder, file), { force: true }).catch(() => {})
  }
}
