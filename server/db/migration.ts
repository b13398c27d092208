import type { Transaction } from './schema.ts'

/** A change of the database's schema, in a file of its own in `steps/`. A released migration is never edited. */
export type Migration = {
  /**
   * Servers of the previous version can use this database, and start on it, during a rolling update. The migration only adds tables, and
   * columns with a default. The added data may be missing or stale for rows that those servers write.
   */
  backwardCompatible?: true
  up: (trx: Transaction) => Promise<void>
}
