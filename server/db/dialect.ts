import { PostgresAdapter } from 'kysely'
import type { Database } from './schema.ts'

/** Whether the database is PostgreSQL, or speaks its protocol; else it is SQLite. */
export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
