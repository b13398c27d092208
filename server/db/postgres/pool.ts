import { type Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable, isReadOnly } from '#server/db/errors.ts'
import type { Schema } from '#server/db/schema.ts'
import { type Address, readAddress } from './address.ts'
import { Hosts, type Means, question, requireChanges } from './failover.ts'
import { tlsOptions } from './tls.ts'

/** In milliseconds. */
const usualLimits = {
  /** For a connection: a new one, or one that somebody gives back. */
  connection: 3_000,
  /** After which PostgreSQL itself ends a statement. */
  statement: 6_000,
  /** After which a connection that says nothing counts as lost. */
  queryTimeout: 6_500,
  /** After which PostgreSQL ends a transaction in which nobody says anything: its locks are for whoever is there. */
  idle: 10_000,
}

/** Ten for the work, and one for the question about the state of the database (`revision.ts`). */
const mostConnections = 11

/** For what takes as long as it takes and keeps nobody waiting, such as migrations before the server listens. */
export const withoutTimeouts: typeof usualLimits = { connection: 3_000, statement: 0, queryTimeout: 86_400_000, idle: 60_000 }

/** Every wait ends before the 8 seconds after which a caller is told that it took too long. The driver is loaded with the first connection. */
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
  /** Rises whenever a connection opens while no other is open: PostgreSQL may have crashed and recovered in between. */
  generation: () => number
  /** Every connection that is open by now is replaced before it is used again. */
  doubt: () => void
}

/** The one part of a dialect that can be had of an open database: the way to its connections. */
class Adapter extends PostgresAdapter {
  readonly pool: () => Promise<Pool>

  constructor(pool: () => Promise<Pool>) {
    super()
    this.pool = pool
  }
}

/** The connections of an open PostgreSQL database. */
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
    // Counts and sizes are 64-bit integers, which the driver answers as text: no number of ours comes near 2^53.
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
  const means: Means = {
    openPool: (connectionString) => new pg.Pool({ ...options, connectionString, max: mostConnections }),
    openClient: (connectionString) => new pg.Client({ ...options, connectionString, query_timeout: limits.connection }),
  }
  return createPool(address, means, limits.queryTimeout)
}

/** What PostgreSQL calls its warnings: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const warning = '01'

/** The connections with one kind of failure, `DatabaseUnavailable`, for whatever becomes of one, and with an end to every wait. */
function createPool(address: Address, { openPool, openClient }: Means, silence: number): Pool {
  const lost = new WeakSet<pg.ClientBase>()
  const warned = new WeakSet<pg.ClientBase>()
  const heard = new WeakMap<pg.ClientBase, number>()
  /** Since when nobody is believed who hasn't spoken since, by `performance.now()`: a question got no answer, or no change was taken. */
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
        // The pool listens to the idle ones only.
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
      reject(new DatabaseUnavailable(`The database has not answered for ${silence} ms.`))
    }, silence)
    warned.delete(client)
    try {
      const result = await Promise.race([client.query(sql, [...parameters]), silent])
      // Somebody ended the wait for the standby, which a commit tells in no other way.
      if (sql === 'commit' && warned.has(client)) throw new DatabaseUnavailable('The standby may not have what was committed.')
      return result
    } catch (error) {
      const failure = lost.has(client) ? unavailable(error) : error
      // Behind one address there may be another server by now.
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

  /** A connection that is to be believed: what swallowed one has swallowed those that were open beside it. */
  async function believed(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((heard.get(client) ?? doubtedSince) >= doubtedSince) return client
      client.release(true)
    }
  }

  /** The same, where it leads to a host that will do. */
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
    // Kysely asks for it and looks for nothing in it.
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
          // Nothing was asked: the next user must not take it for a new one.
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
