import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type { Deadline } from '#server/deadline.ts'
import { isContention, isDuplicate } from './failures.ts'
import type { Database, Transaction } from './schema.ts'

const mostAttempts = 12

/** `read committed` is for work whose every rule is one conditional statement: it waits for a row instead of being run again. */
export type Isolation = 'serializable' | 'read committed'

/**
 * Runs `work` in one transaction and answers after the commit is on disk. Both databases give it the
 * illusion of running alone (SQLite writes one at a time, PostgreSQL runs it `serializable`), so that a rule
 * checked inside it holds; work that PostgreSQL had to turn away for that is run again.
 * A `deadline` that passes before the commit rolls everything back: nobody waits for the answer any more.
 */
export async function transact<Result>(
  db: Database,
  deadline: Deadline | undefined,
  work: (trx: Transaction) => Promise<Result>,
  isolation: Isolation = 'serializable',
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (trx) => {
          // Transactions that wait for each other on SQLite would follow without a break: timers and other requests get a turn.
          await setImmediate()
          deadline?.check()
          const result = await work(trx)
          deadline?.beginStoring()
          return result
        })
    } catch (error) {
      deadline?.endStoring()
      // A duplicate that the work's own check didn't see was committed meanwhile: run again, the check sees it.
      if (!(isContention(error) || isDuplicate(error)) || attempt === mostAttempts || deadline?.signal.aborted) throw error
      await pause(Math.random() * 15 * attempt)
    }
  }
}
