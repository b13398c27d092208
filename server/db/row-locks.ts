import { isPostgres } from './dialect.ts'
import type { Transaction } from './schema.ts'

/**
 * Whether `for update` and `for share` are needed, and known, to keep what a transaction has read as it is until it ends:
 * `query.$if(locksRows(trx), (query) => query.forUpdate())`. SQLite writes one transaction at a time anyway.
 */
export const locksRows = (trx: Transaction): boolean => isPostgres(trx)
