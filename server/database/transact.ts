import { setTimeout as pause } from 'node:timers/promises'
import type { Deadline } from '#server/deadline.ts'
import { conditionOf } from './condition.ts'
import { isContention, isDuplicate, leavesOpen, OutcomeUnknown, Overtaken } from './failures.ts'
import type { Database, Transaction } from './schema.ts'
import { sqliteOf } from './sqlite.ts'

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
    const isAhead = attempt === 1 && isolation === 'serializable' && sqliteOf(db) !== undefined
    try {
      return await perform(db, deadline, work, isAhead ? 'snapshot' : isolation)
    } catch (error) {
      deadline?.endStoring()
      // A duplicate that the work's own check didn't see was committed meanwhile: run again, the check sees it.
      if (!(isContention(error) || isDuplicate(error)) || attempt === mostAttempts || deadline?.hasPassed) throw error
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
  const change = await begin(db, isolation)
  try {
    deadline?.check()
    const result = await work(change.trx)
    await commit(db, change, () => deadline?.beginStoring())
    return result
  } catch (error) {
    const failure: unknown = await change.rollback().catch((failure: unknown) => failure)
    // A rollback that fails as well, over a lost connection for one, must not hide why it came to that; but what changes of others led
    // to that were not stored in the end, so it is tried again without them.
    throw failure instanceof Overtaken && !deadline?.hasPassed ? failure : error
  }
}

/** A transaction. `begins` is called right before what can't be taken back: what it throws keeps the change from being stored. */
type Change = { trx: Transaction; commit(begins: () => void): Promise<void>; rollback(): Promise<void> }

async function begin(db: Database, isolationLevel: Isolation | 'snapshot'): Promise<Change> {
  const sqlite = sqliteOf(db)
  if (sqlite) return sqlite.begin(db, { isolationLevel })
  const trx = await db.startTransaction().setIsolationLevel(isolationLevel).execute()
  return {
    trx,
    async commit(begins) {
      begins()
      await trx.commit().execute()
    },
    rollback: () => trx.rollback().execute(),
  }
}

async function commit(db: Database, change: Change, begins: () => void): Promise<void> {
  try {
    await change.commit(begins)
  } catch (cause) {
    conditionOf(db).note(cause)
    if (!leavesOpen(cause)) throw cause
    throw new OutcomeUnknown(`The commit was not answered: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
