import { DatabaseSync } from 'node:sqlite'
import { UnusableFolder } from '#server/db/data-folder.ts'
import { isContention, isDamaged } from '#server/db/errors.ts'

/** Another server runs on the same data folder. */
export class FolderInUse extends Error {}

/**
 * Locks the data folder for this process. Throws `FolderInUse` or `UnusableFolder`. The lock is an exclusive transaction on a database of its
 * own. The system releases it however the process ends, `kill -9` included. Returns a function that releases the lock.
 */
export function lockFolder(file: string, folder: string): () => void {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    // The lock file holds no data, so deleting it loses nothing.
    if (isDamaged(error)) throw new UnusableFolder(`${file} is damaged. Delete the file, or set DATA_DIR to another folder.`)
    if (!isContention(error)) throw error
    throw new FolderInUse(
      `Another MovieBox server already uses the data folder ${folder}. Stop that server, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}
