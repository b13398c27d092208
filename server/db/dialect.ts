import { PostgresAdapter } from 'kysely'
import type { Database } from './schema.ts'

/** Whether this is PostgreSQL, or a database that speaks its protocol; else it is SQLite. */
export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
