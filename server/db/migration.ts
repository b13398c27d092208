import type { Transaction } from './schema.ts'

/** One step from one shape of the database to the next, in a file of its own in `steps/`; one that has landed is never changed. */
export type Migration = {
  /**
   * Servers of before it may go on with the database, and start on it, while the last of them is being replaced: it adds tables, and columns that
   * are filled without being named, and takes nothing away. What it adds may therefore be missing or stale for what they write.
   */
  backwardCompatible?: true
  up: (trx: Transaction) => Promise<void>
}
