import { setTimeout as pause } from 'node:timers/promises'
import { isContention, isDuplicate } from './failures.ts'
import type { Database, Transaction } from './schema.ts'

const mostAttempts = 12

/**
 * Runs `work` in one transaction and answers after the commit is on disk. Both databases give it the
 * illusion of running alone (SQLite writes one at a time, PostgreSQL runs it `serializable`), so that a rule
 * checked inside it holds; work that PostgreSQL had to turn away for that is run again.
 * An aborted `deadline` rolls everything back: nobody waits for the answer any more.
 */
export async function transact<Result>(
  db: Database,
  deadline: AbortSignal | undefined,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (trx) => {
          deadline?.throwIfAborted()
          const result = await work(trx)
          deadline?.throwIfAborted()
          return result
        })
    } catch (error) {
      // A duplicate that the work's own check didn't see was committed meanwhile: run again, the check sees it.
      if (!(isContention(error) || isDuplicate(error)) || attempt === mostAttempts || deadline?.aborted) throw error
      await pause(Math.random() * 15 * attempt)
    }
  }
}
