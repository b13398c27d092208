import { DatabaseSync } from 'node:sqlite'
import { UnusableFolder } from '#server/db/data-folder.ts'
import { isContention, isDamaged } from '#server/db/errors.ts'

/** Another server runs on the same data folder. */
export class FolderInUse extends Error {}

/**
 * Takes the data folder for this process, or throws `FolderInUse` or `UnusableFolder`. The lock is an exclusive transaction on a database of its own,
 * which the system releases however the process ends, `kill -9` included. Answers what gives it back.
 */
export function lockFolder(file: string, folder: string): () => void {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    // It holds nothing, so it can't be missed.
    if (isDamaged(error)) throw new UnusableFolder(`${file} is damaged. Delete it, or set DATA_DIR to another folder.`)
    if (!isContention(error)) throw error
    throw new FolderInUse(`Another MovieBox already uses the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`)
  }
  return () => lock.close()
}
