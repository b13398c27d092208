import type { Transaction } from '#server/database/schema.ts'

/** One step from one shape of the database to the next; a migration that has landed is never changed. */
export type Migration = { name: string; up: (trx: Transaction) => Promise<void> }
