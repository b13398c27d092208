import { setTimeout as pause } from 'node:timers/promises'
import type { ControlledTransaction } from 'kysely'
import type { Deadline } from './deadline.ts'
import { isContention, isDuplicate, isOutcomeUnknown, OutcomeUnknown, SerializationFailure } from './errors.ts'
import { healthOf } from './health.ts'
import type { Database, Schema, Transaction } from './schema.ts'

const mostAttempts = 40
/** In milliseconds. The pause grows with each attempt and is random, so that transactions that collided don't collide again. */
const longestPause = 150

/** `read committed` is for work whose every rule is one conditional statement: a conflict waits for the row instead of repeating the work. */
export type Isolation = 'serializable' | 'read committed'

/**
 * Runs `work` in one transaction; resolves after the commit is on disk. SQLite runs one transaction at a time and PostgreSQL runs it
 * `serializable`, so a rule that `work` checks still holds at the commit. A transaction that collides with another one is run again.
 * A `deadline` that passes before the commit rolls everything back.
 * Throws the error of `work` or of the database, after which nothing is stored; `OutcomeUnknown` where the commit wasn't answered;
 * `DatabaseDamaged` without trying.
 */
export async function transact<Result>(
  db: Database,
  deadline: Deadline | undefined,
  work: (trx: Transaction) => Promise<Result>,
  isolation: Isolation = 'serializable',
): Promise<Result> {
  const condition = healthOf(db)
  await (deadline ? deadline.race(condition.checked) : condition.checked)
  condition.requireSound()
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, deadline, work, isolation)
    } catch (error) {
      // After a commit without an answer the record may be stored, so the caller must not hear that nothing was.
      if (!(error instanceof OutcomeUnknown)) deadline?.endStoring()
      // A duplicate that the check in `work` missed was committed meanwhile: the next attempt finds it.
      if (!(isContention(error) || isDuplicate(error)) || attempt === mostAttempts || deadline?.hasPassed) throw error
      await pause(Math.random() * Math.min(15 * attempt, longestPause))
    }
  }
}

async function runOnce<Result>(
  db: Database,
  deadline: Deadline | undefined,
  work: (trx: Transaction) => Promise<Result>,
  isolation: Isolation,
): Promise<Result> {
  const trx = await db.startTransaction().setIsolationLevel(isolation).execute()
  try {
    deadline?.check()
    const result = await work(trx)
    // Everything before this line can be taken back, so this is where a passed deadline stops the transaction.
    deadline?.beginStoring()
    await commitOrThrowUnknown(db, trx)
    return result
  } catch (error) {
    const failure = await rollBack(trx)
    // A failing rollback must not hide the first error. A `SerializationFailure` says that the first error came from data that was never stored.
    throw failure instanceof SerializationFailure && !deadline?.hasPassed ? failure : error
  }
}

/** Returns the error of a rollback that failed. */
const rollBack = (trx: ControlledTransaction<Schema>): Promise<unknown> =>
  trx
    .rollback()
    .execute()
    .catch((failure: unknown) => failure)

async function commitOrThrowUnknown(db: Database, trx: ControlledTransaction<Schema>): Promise<void> {
  try {
    await trx.commit().execute()
  } catch (cause) {
    healthOf(db).note(cause)
    if (!isOutcomeUnknown(cause)) throw cause
    throw new OutcomeUnknown(`No response to the commit: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
