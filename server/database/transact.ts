import { setTimeout as pause } from 'node:timers/promises'
import type { ControlledTransaction } from 'kysely'
import type { Deadline } from '#server/deadline.ts'
import { conditionOf } from './condition.ts'
import { isPostgres } from './dialect.ts'
import { isContention, isDuplicate, leavesOpen, OutcomeUnknown, Overtaken } from './failures.ts'
import { storeAfter } from './prepared.ts'
import type { Database, Schema, Transaction } from './schema.ts'

const mostAttempts = 40
/** In milliseconds; more from one attempt to the next, and by chance, so that those who were in each other's way aren't again. */
const longestPause = 150

/** `read committed` is for work whose every rule is one conditional statement: it waits for a row instead of being run again. */
export type Isolation = 'serializable' | 'read committed'

/**
 * Runs `work` in one transaction and answers after the commit is on disk. Both databases give it the
 * illusion of running alone (SQLite writes one at a time, PostgreSQL runs it `serializable`), so that a rule
 * checked inside it holds; work that was turned away for that is run again. SQLite works out ahead what it can of the first attempt (`Proposal`).
 * A `deadline` that passes before the commit rolls everything back: nobody waits for the answer any more.
 * Throws what failed, after which nothing is stored; `OutcomeUnknown` where that can't be said; `DatabaseDamaged` without trying.
 */
export async function transact<Result>(
  db: Database,
  deadline: Deadline | undefined,
  work: (trx: Transaction) => Promise<Result>,
  isolation: Isolation = 'serializable',
): Promise<Result> {
  const condition = conditionOf(db)
  await (deadline ? deadline.race(condition.checked) : condition.checked)
  condition.requireSound()
  for (let attempt = 1; ; attempt++) {
    const isAhead = attempt === 1 && isolation === 'serializable' && !isPostgres(db)
    try {
      return await perform(db, deadline, work, isAhead ? 'snapshot' : isolation)
    } catch (error) {
      deadline?.endStoring()
      // A duplicate that the work's own check didn't see was committed meanwhile: run again, the check sees it.
      if (!(isContention(error) || isDuplicate(error)) || attempt === mostAttempts || deadline?.signal.aborted) throw error
      if (!isAhead) await pause(Math.random() * Math.min(15 * attempt, longestPause))
    }
  }
}

async function perform<Result>(
  db: Database,
  deadline: Deadline | undefined,
  work: (trx: Transaction) => Promise<Result>,
  isolation: Isolation | 'snapshot',
): Promise<Result> {
  const trx = await db.startTransaction().setIsolationLevel(isolation).execute()
  try {
    deadline?.check()
    const result = await work(trx)
    await storeAfter(trx, () => deadline?.beginStoring())
    await commit(db, trx)
    return result
  } catch (error) {
    const failure: unknown = await trx
      .rollback()
      .execute()
      .catch((failure: unknown) => failure)
    // A rollback that fails as well, over a lost connection for one, must not hide why it came to that; but what changes of others led
    // to that were not stored in the end, so it is tried again without them.
    throw failure instanceof Overtaken && !deadline?.signal.aborted ? failure : error
  }
}

async function commit(db: Database, trx: ControlledTransaction<Schema>): Promise<void> {
  try {
    await trx.commit().execute()
  } catch (cause) {
    conditionOf(db).note(cause)
    if (!leavesOpen(cause)) throw cause
    throw new OutcomeUnknown(`The commit was not answered: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
