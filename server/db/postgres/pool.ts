import { type Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable, isReadOnly } from '#server/db/errors.ts'
import type { Schema } from '#server/db/schema.ts'
import { type Address, readAddress } from './address.ts'
import { type Connectors, Hosts, question, requireChanges } from './failover.ts'
import { tlsOptions } from './tls.ts'

/** In milliseconds. */
const usualLimits = {
  /** The wait for a connection, a new one or one that is released. */
  connection: 3_000,
  /** PostgreSQL cancels a statement after this time. */
  statement: 6_000,
  /** A connection that stays silent for this time counts as lost. */
  queryTimeout: 6_500,
  /** PostgreSQL ends a transaction that is idle for this time, so that its locks become free for others. */
  idle: 10_000,
}

/** Ten for work, and one for the revision query (`revision.ts`). */
const mostConnections = 11

/** Limits for work of any length that no user waits for, such as migrations before the server listens. */
export const withoutTimeouts: typeof usualLimits = { connection: 3_000, statement: 0, queryTimeout: 86_400_000, idle: 60_000 }

/**
 * Returns the dialect for PostgreSQL at `url`. Every wait ends before the 8 seconds after which a request times out. The driver is loaded with
 * the first connection.
 */
export function postgresDialect(url: string, limits: typeof usualLimits = usualLimits): PostgresDialect {
  let opened: Promise<Pool> | undefined
  const pool = () => {
    opened ??= openPool(url, limits).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const dialect = new PostgresDialect({ pool })
  dialect.createAdapter = () => new Adapter(pool)
  return dialect
}

type Pool = PostgresPool & {
  /** Rises when a connection breaks, and when one opens while no other is open: PostgreSQL may have crashed and recovered in between. */
  generation: () => number
  /** Marks all open connections as doubtful: each is replaced before it is used again. */
  doubt: () => void
}

/** Gives access to the pool of an open database: the adapter is the only part of a dialect that Kysely exposes. */
class Adapter extends PostgresAdapter {
  readonly pool: () => Promise<Pool>

  constructor(pool: () => Promise<Pool>) {
    super()
    this.pool = pool
  }
}

/** Returns the pool of an open PostgreSQL database. Throws for SQLite. */
export function poolOf(db: Kysely<Schema>): Promise<Pool> {
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof Adapter)) throw new Error('Only PostgreSQL has a pool of connections.')
  return adapter.pool()
}

async function openPool(url: string, limits: typeof usualLimits): Promise<Pool> {
  const address = readAddress(url)
  const ssl = address.tls && (await tlsOptions(address.tls))
  const { default: pg } = await import('pg')
  const options = {
    // Counts and sizes are 64-bit integers, which the driver returns as text by default. None of our numbers comes near 2^53.
    types: {
      getTypeParser: ((type: number, format?: 'text' | 'binary') =>
        type === pg.types.builtins.INT8 && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
    },
    ...(ssl && { ssl }),
    connectionTimeoutMillis: limits.connection,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idle,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const connectors: Connectors = {
    openPool: (connectionString) => new pg.Pool({ ...options, connectionString, max: mostConnections }),
    openClient: (connectionString) => new pg.Client({ ...options, connectionString, query_timeout: limits.connection }),
  }
  return createPool(address, connectors, limits.queryTimeout)
}

/** The class of PostgreSQL's warnings: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const warning = '01'

/**
 * Wraps the driver's pools: lost, silent and read-only connections end in `DatabaseUnavailable` or are replaced, and every wait has a limit.
 * `silence` is the limit for an answer, in milliseconds.
 */
function createPool(address: Address, { openPool, openClient }: Connectors, silence: number): Pool {
  const lost = new WeakSet<pg.ClientBase>()
  const warned = new WeakSet<pg.ClientBase>()
  const heard = new WeakMap<pg.ClientBase, number>()
  /**
   * Connections that have not answered since this time, by `performance.now()`, are replaced. Set when a query got no answer, or a host turned
   * out to be read-only.
   */
  let doubtedSince = Number.NEGATIVE_INFINITY
  let generation = 0

  const hosts = new Hosts(address, {
    openClient,
    openPool(url) {
      const pool = openPool(url)
      // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
      pool.on('error', () => {
        generation++
        hosts.doubt(pool)
      })
      pool.on('connect', (client) => {
        if (pool.totalCount <= 1) generation++
        // The pool listens only to idle connections.
        client.on('error', () => {
          generation++
          lost.add(client)
        })
        client.on('notice', ({ code }) => {
          if (code?.startsWith(warning)) warned.add(client)
        })
      })
      return pool
    },
  })

  async function ask(client: pg.PoolClient, sql: string, parameters: readonly unknown[] = []) {
    const asked = performance.now()
    const { promise: silent, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      lost.add(client)
      doubtedSince = Math.max(doubtedSince, asked)
      reject(new DatabaseUnavailable(`The database has not responded for ${silence} ms.`))
    }, silence)
    warned.delete(client)
    try {
      const result = await Promise.race([client.query(sql, [...parameters]), silent])
      // A warning on commit means that the wait for the synchronous standby was canceled, which the commit reports in no other way.
      if (sql === 'commit' && warned.has(client)) throw new DatabaseUnavailable('The standby may lack committed changes.')
      return result
    } catch (error) {
      const failure = lost.has(client) ? unavailable(error) : error
      // Another server may have taken over the address.
      if (isReadOnly(error)) {
        lost.add(client)
        doubtedSince = performance.now()
      }
      throw failure
    } finally {
      clearTimeout(timer)
      if (!lost.has(client)) heard.set(client, performance.now())
    }
  }

  /** Returns a connection that is not in doubt: a fault that silenced one connection also affects those that were open beside it. */
  async function believed(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((heard.get(client) ?? doubtedSince) >= doubtedSince) return client
      client.release(true)
    }
  }

  /** Returns a connection that is not in doubt and, if the address requires one, leads to a writable host. */
  async function writableClient(pool: pg.Pool): Promise<pg.PoolClient> {
    const client = await believed(pool)
    if (heard.has(client) || !address.mustTakeChanges) return client
    try {
      requireChanges(await ask(client, question))
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    // Kysely requires the property and reads nothing from it.
    options: {},
    generation: () => generation,
    doubt() {
      doubtedSince = performance.now()
      hosts.doubt()
    },

    async connect() {
      const pool = await hosts.pool()
      const since = performance.now()
      const client = await writableClient(pool).catch((error: unknown) => {
        hosts.doubt(pool)
        throw unavailable(error)
      })
      const query = (sql: string, parameters: readonly unknown[]) => ask(client, sql, parameters)
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release() {
          if (lost.has(client)) hosts.doubt(pool)
          // A connection released without a query must not look new to the next user.
          if (!heard.has(client)) heard.set(client, since)
          client.release(lost.has(client))
        },
      }
    },

    end: () => hosts.end(),
  }
}

function unavailable(cause: unknown): DatabaseUnavailable {
  if (cause instanceof DatabaseUnavailable) return cause
  return new DatabaseUnavailable(`The database can't be reached: ${cause instanceof Error ? cause.message : cause}`, { cause })
}
