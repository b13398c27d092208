import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Transaction } from './schema.ts'
import { SqliteConnection } from './sqlite/dialect.ts'

/** A Kysely query, or a `sql` template. */
type Query = { compile(executor: QueryExecutorProvider): CompiledQuery }

/**
 * Runs a statement of a transaction whose result isn't needed. SQLite doesn't wait for the statement, because each answer costs a message
 * between two threads. An error fails the next statement, or the commit. On PostgreSQL the statement is awaited.
 */
export async function fireAndForget(trx: Transaction, query: Query): Promise<void> {
  const compiled = query.compile(trx)
  await trx.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof SqliteConnection) connection.fireAndForget(compiled)
    else await connection.executeQuery(compiled)
  })
}
