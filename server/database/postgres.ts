import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable } from './failures.ts'

/** In milliseconds. */
const usualLimits = {
  /** For a connection: a new one, or one that somebody gives back. */
  connection: 3_000,
  /** After which PostgreSQL itself ends a statement. */
  statement: 6_000,
  /** After which a connection that says nothing counts as lost. */
  silence: 6_500,
}

/** For what takes as long as it takes and keeps nobody waiting, such as migrations before the server listens. */
export const unhurried: typeof usualLimits = { connection: 3_000, statement: 0, silence: 86_400_000 }

/** Every wait ends before the 8 seconds after which a caller is told that it took too long. The driver is loaded with the first connection. */
export const postgresDialect = (url: string, limits: typeof usualLimits = usualLimits): PostgresDialect =>
  new PostgresDialect({ pool: () => openPool(url, limits) })

async function openPool(url: string, limits: typeof usualLimits): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: limits.connection,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return face(pool, limits.silence)
}

/** The pool with one kind of failure, `DatabaseUnavailable`, for whatever becomes of a connection, and with an end to every wait. */
function face(pool: pg.Pool, silence: number): PostgresPool {
  const lost = new WeakSet<pg.ClientBase>()
  const heard = new WeakMap<pg.ClientBase, number>()
  /** When a question was asked that got no answer, by `performance.now()`. */
  let silentSince = Number.NEGATIVE_INFINITY

  pool.on('connect', (client) => {
    heard.set(client, performance.now())
    // The pool listens to the idle ones only.
    client.on('error', () => lost.add(client))
  })

  async function ask(client: pg.PoolClient, sql: string, parameters: readonly unknown[]) {
    const asked = performance.now()
    const { promise: silent, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      lost.add(client)
      silentSince = Math.max(silentSince, asked)
      reject(new DatabaseUnavailable(`The database has not answered for ${silence} ms.`))
    }, silence)
    try {
      return await Promise.race([client.query(sql, [...parameters]), silent])
    } catch (error) {
      throw lost.has(client) ? unavailable(error) : error
    } finally {
      clearTimeout(timer)
      if (!lost.has(client)) heard.set(client, performance.now())
    }
  }

  return {
    options: pool.options,

    async connect() {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => Promise.reject(unavailable(error)))
        // What swallowed one connection has swallowed those that were open beside it: only who spoke since is believed.
        if ((heard.get(client) ?? silentSince) >= silentSince) {
          const query = (sql: string, parameters: readonly unknown[]) => ask(client, sql, parameters)
          return {
            query: query as unknown as PostgresPoolClient['query'],
            release: (discard) => client.release(discard || lost.has(client)),
          }
        }
        client.release(true)
      }
    },

    end: () => pool.end(),
  }
}

function unavailable(cause: unknown): DatabaseUnavailable {
  if (cause instanceof DatabaseUnavailable) return cause
  return new DatabaseUnavailable(`The database can't be reached: ${cause instanceof Error ? cause.message : cause}`, { cause })
}
