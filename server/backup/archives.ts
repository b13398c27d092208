import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the file name of a backup. The names in a folder sort by time. */
export const archiveName = (at: Date): string => `moviebox-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar`

const name = /^moviebox-\d{8}T\d{6}Z\.tar$/
const migrated = /^before-\d{3}-[\w-]+\.tar$/
const unfinished = /\.tar\.[0-9a-f-]{36}\.part$/

/** In milliseconds: an unfinished file of this age was left by a killed process. */
export const givenUp = 24 * 3_600_000

/** The backups in a folder, the oldest first. */
export async function archivesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => name.test(file)).sort()
}

/** Removes all backups but the newest `keep`, and old unfinished files. Files with other names stay. */
export async function prune(folder: string, keep: number): Promise<void> {
  for (const file of (await archivesIn(folder)).slice(0, -keep)) await rm(join(folder, file), { force: true })
  await clearUnfinished(folder, Date.now() - givenUp)
}

/** In milliseconds: updates are undone within this time. Longer storage would keep erased data in the backup. */
const mayBeTakenBack = 30 * 24 * 3_600_000

/** Returns the folder of the backups made before migrations. */
export const migrationBackups = (dataDir: string): string => join(dataDir, 'backups')

/** Returns the name of such a backup; `first` is the first of the migrations. */
export const archiveBefore = (first: string): string => `before-${first}.tar`

/** Removes backups of migrations that are older than `mayBeTakenBack`. The folder may be missing. */
export async function clearMigrated(folder: string, now = Date.now()): Promise<void> {
  const files = await readdir(folder).catch(() => [])
  await clear(
    folder,
    files.filter((file) => migrated.test(file)),
    now - mayBeTakenBack,
  )
}

/** Removes unfinished archives that were last written before `before`, in milliseconds since 1970. */
export async function clearUnfinished(folder: string, before: number): Promise<void> {
  const files = await readdir(folder)
  await clear(
    folder,
    files.filter((file) => unfinished.test(file)),
    before,
  )
}

/** Removes the files last written before `before`. */
async function clear(folder: string, files: readonly string[], before: number) {
  for (const file of files) {
    // Another server may remove it first.
    const found = await stat(join(folder, file)).catch(() => undefined)
    // A file that can't be removed must not stop the removal of others; the next round tries again.
    if (found && found.mtimeMs < before) await rm(join(folder, file), { force: true }).catch(() => {})
  }
}
