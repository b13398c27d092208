import { DatabaseSync } from 'node:sqlite'
import { standingQuestion } from './postgres.ts'
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

/** Whether a state is that of a server which takes no changes. */
const takesNone = (state: string) => state.endsWith(' on')

/**
 * Of PostgreSQL: its snapshot names every transaction that was committed, so the same snapshot sees the same rows, on the same server: one that
 * takes over may give the numbers of transactions that it never got to others. Whoever asks while a question is under way shares the next
 * one, since the answer to this one may be from before.
 */
export function postgresRevision(db: Database): Revision {
  const question = standingQuestion(db, {
    text: "select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time() || ' ' || current_setting('transaction_read_only')",
    // Another server took over, to which new connections may lead already.
    isDoubtful: (answer, last) => takesNone(answer) && last !== undefined && !takesNone(last),
  })
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<string | undefined> | undefined
  const ask = () => {
    next = undefined
    const asked = question.ask().catch(() => undefined)
    running = asked
    return asked
  }
  return {
    now() {
      next ??= running.then(ask)
      return next
    },
    close: () => question.close(),
  }
}
