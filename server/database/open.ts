import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** Opens the database: PostgreSQL at `url`, or without one the SQLite file `file`. Nothing is created but that file. */
export function openDatabase({ url, file }: { url: string | undefined; file: string }): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: url === undefined ? sqliteDialect(file) : postgresDialect(url),
    plugins: [new CamelCasePlugin()],
  })
}

/** Every wait ends before the 8 seconds after which a caller is told that it took too long. */
function postgresDialect(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 6_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
