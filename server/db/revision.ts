import { DatabaseSync } from 'node:sqlite'
import { poolOf } from './postgres/pool.ts'
import type { Database } from './schema.ts'

/**
 * Identifies the state of the database. While the value stays the same, neither this server nor any other program has committed a change. A
 * change acknowledged before the call shows in the value. `undefined`: the state can't be determined.
 */
export type Revision = {
  now(): string | number | undefined | Promise<string | number | undefined>
  close(): void
}

/**
 * How long requests share an answer, in milliseconds. Requests that one turn of the event loop reads from its sockets were sent before it
 * began. So none of their senders knows of a later change. With a thousand sockets at once the loop runs several turns, but not within this
 * time.
 */
const turn = 1

/** Returns the revision of the SQLite file `file`, which must exist. A call takes a few microseconds. */
export function sqliteRevision(file: string): Revision {
  // A separate connection, because `data_version` ignores commits of the connection that asks
  // (https://www.sqlite.org/pragma.html#pragma_data_version).
  const db = new DatabaseSync(file, { readOnly: true })
  const ask = db.prepare('pragma data_version')
  let answer: { version: number; at: number } | undefined
  return {
    now() {
      if (answer && performance.now() - answer.at < turn) return answer.version
      try {
        answer = { version: Number(ask.get()?.data_version), at: performance.now() }
        setImmediate(() => {
          answer = undefined
        })
      } catch {
        answer = undefined
      }
      return answer?.version
    },
    close: () => db.close(),
  }
}

/** The longest wait for an answer, in milliseconds. After that, the request goes on without the cache. */
const patience = 300

/** Whether the server is read-only, which the last word of the state says. */
const isReadOnly = (state: string) => state.endsWith(' on')

/**
 * Returns the revision of a PostgreSQL database. Its snapshot names every committed transaction, so on one server the same snapshot sees the
 * same rows. After a failover or a crash, the same transaction ids may belong to other changes. The server's start time and the pool's
 * generation distinguish them. A call during a running query shares the next query, since the running one may be too old.
 */
export function postgresRevision(db: Database): Revision {
  const question = `select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time() || ' ' ||
    current_setting('transaction_read_only') as state`
  let last: string | undefined
  let isPending = false
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<string | undefined> | undefined

  async function ofNow(tries = 2): Promise<string | undefined> {
    const pool = await poolOf(db)
    const before = pool.generation()
    const connection = await pool.connect()
    const { rows } = await connection.query<{ state: string }>(question, []).finally(() => connection.release())
    const { state = '' } = rows[0] ?? {}
    const isDemoted = isReadOnly(state) && last !== undefined && !isReadOnly(last)
    last = state
    // A demoted server: another server takes the changes now, and new connections may already lead there.
    if (isDemoted) {
      pool.doubt()
      return undefined
    }
    // A connection opened meanwhile, so the answer may be older than that connection.
    if (before !== pool.generation()) return tries > 1 ? ofNow(tries - 1) : undefined
    return `${before} ${state}`
  }

  function ask(): Promise<string | undefined> {
    next = undefined
    if (isPending) return Promise.resolve(undefined)
    isPending = true
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const timer = setTimeout(resolve, patience, undefined).unref()
    ofNow()
      .catch(() => undefined)
      .then((answer) => {
        isPending = false
        clearTimeout(timer)
        resolve(answer)
      })
    running = promise
    return promise
  }

  return {
    now() {
      next ??= running.then(ask)
      return next
    },
    close: () => {},
  }
}
