import { DatabaseSync } from 'node:sqlite'
import { poolOf } from './postgres/pool.ts'
import type { Database } from './schema.ts'

/**
 * Tells in which state the database is: as long as the answer is the same, nobody has committed anything, neither this server nor
 * another program on the same database. A change that was acknowledged before the question shows in the answer. `undefined` where that
 * can't be said.
 */
export type Revision = {
  now(): string | number | undefined | Promise<string | number | undefined>
  close(): void
}

/**
 * Requests that one turn of the event loop takes from their sockets were sent before it began, so they can share an answer: none of their
 * senders knows of a later change. In milliseconds: the turns of a loop with a thousand sockets at once begin anew in between, but not as soon.
 */
const turn = 1

/** Of the SQLite file `file`, which exists; takes a few microseconds. */
export function sqliteRevision(file: string): Revision {
  // It doesn't count what is committed on the connection that asks (https://www.sqlite.org/pragma.html#pragma_data_version).
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

/** In milliseconds. A later answer is not awaited: the request goes on without the cache. */
const patience = 300

/** The text ends with whether the server is read-only. */
const isReadOnly = (state: string) => state.endsWith(' on')

/**
 * Of PostgreSQL: its snapshot names every committed transaction, so the same snapshot sees the same rows on the same server. A server that takes
 * over, or recovers from a crash, may use the same transaction ids for other changes: the server's start and the pool's generation tell
 * them apart. A caller who asks while a question is under way shares the next one, since that answer may be from before.
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
    // Another server takes the changes by now, to which new connections may lead already.
    if (isDemoted) {
      pool.doubt()
      return undefined
    }
    // The answer may be from before the connection that opened meanwhile.
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
