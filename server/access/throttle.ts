import { createHash } from 'node:crypto'
import type { Database } from '#server/database/schema.ts'
import { transact } from '#server/database/transact.ts'
import { Refusal } from '#server/refusals.ts'

/** How often something may fail before the next try has to wait, and how long it waits at most, in seconds. */
export type Limit = { key: string; free: number; longest: number }

/** Failures are forgotten after this much quiet, in milliseconds. */
const memory = 15 * 60_000

/**
 * Counts a try against every limit before it is made, so that a hundred at once don't slip through, and refuses it
 * with 429 when one of them has to wait longer. The wait doubles with each failure: a limit slows down, it never locks.
 */
export async function countAttempt(db: Database, limits: Limit[], now = new Date()): Promise<void> {
  const wait = await transact(db, undefined, async (trx) => {
    const rows = await trx.selectFrom('attempts').selectAll().where('key', 'in', limits.map(keyOf)).execute()
    const counted = limits.map((limit) => {
      const row = rows.find(({ key }) => key === keyOf(limit))
      // Another try may have been counted after this one began.
      const quiet = row ? Math.max(0, now.getTime() - Date.parse(row.lastAt)) : memory
      const failures = row && quiet < memory ? row.failures : 0
      return { key: keyOf(limit), failures, wait: waitAfter(failures, limit) - quiet / 1000 }
    })
    const longest = Math.max(...counted.map(({ wait }) => wait))
    if (longest > 0) return longest
    for (const { key, failures } of counted) {
      const attempt = { failures: failures + 1, lastAt: now.toISOString() }
      await trx
        .insertInto('attempts')
        .values({ key, ...attempt })
        .onConflict((oc) => oc.column('key').doUpdateSet(attempt))
        .execute()
    }
    return 0
  })
  if (wait > 0) {
    const seconds = Math.ceil(wait)
    throw new Refusal(
      429,
      'too_many_attempts',
      `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      { retryAfter: seconds },
    )
  }
}

/** Takes the counting of a try back that turned out well. */
export async function forgiveAttempt(db: Database, limits: Limit[]): Promise<void> {
  await db
    .updateTable('attempts')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('key', 'in', limits.map(keyOf))
    .where('failures', '>', 0)
    .execute()
}

/** Forgets all failures of what turned out to be in the right hands. */
export async function forgetAttempts(db: Database, limits: Limit[]): Promise<void> {
  await db.deleteFrom('attempts').where('key', 'in', limits.map(keyOf)).execute()
}

/** For the housekeeping: what is forgotten needs no row. */
export async function forgetOldAttempts(db: Database, now = Date.now()): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('lastAt', '<', new Date(now - memory).toISOString())
    .execute()
}

const waitAfter = (failures: number, { free, longest }: Limit) =>
  failures < free ? 0 : Math.min(longest, 2 ** Math.min(failures - free, 20))

/** People type passwords where names belong: what was typed is never stored as it is. */
const keyOf = ({ key }: Limit) => createHash('sha256').update(key).digest('hex')
