import { isPostgres } from './dialect.ts'
import type { Transaction } from './schema.ts'

/**
 * Whether a transaction needs `for update` or `for share` to keep other transactions from changing the rows it reads. Use:
 * `query.$if(locksRows(trx), (query) => query.forUpdate())`. SQLite has no such clauses and runs one writing transaction at a time.
 */
export const locksRows = (trx: Transaction): boolean => isPostgres(trx)
