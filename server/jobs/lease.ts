import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { postgresNow } from '#server/db/clock.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { newId } from '#server/db/ids.ts'
import type { Database } from '#server/db/schema.ts'

/** In milliseconds. A lease expires after `lease` unless its holder renews it; the holder does so every `again`, and others retry as often. */
const usualTimes = { lease: 5_000, again: 1_500 }

type Turn = { name: string; holder: string }

/**
 * Runs `work` while no other server of the chain runs the job `name`; waits for the lease until `ended` is aborted. A server that is held up
 * for longer than its lease may overlap with the next one. So a lease only saves work: `work` must be safe to run twice at once on the same
 * rows.
 */
export async function withLease(
  db: Database,
  name: string,
  ended: AbortSignal,
  work: () => Promise<void>,
  { lease, again } = usualTimes,
): Promise<void> {
  // SQLite has one server, so it needs no lease.
  if (!isPostgres(db)) return work()
  const turn = { name, holder: newId() }
  while (!(await take(db, turn, lease))) {
    await pause(again, undefined, { signal: ended }).catch(() => {})
    if (ended.aborted) return
  }
  const renewal = setInterval(() => void keep(db, turn, lease), again).unref()
  try {
    await work()
  } finally {
    clearInterval(renewal)
    await keep(db, turn, 0)
  }
}

/** Returns whether a server of the chain runs the job `name` now; false on SQLite, which has no leases. */
export async function isLeased(db: Database, name: string): Promise<boolean> {
  if (!isPostgres(db)) return false
  const isHeld = db.selectFrom('chores').select('name').where('name', '=', name).where('until', '>', sql<number>`${postgresNow}`)
  return (await isHeld.executeTakeFirst()) !== undefined
}

async function take(db: Database, { name, holder }: Turn, lease: number): Promise<boolean> {
  const until = sql<number>`${postgresNow} + ${lease}`
  // An expiry further ahead than any server writes dates from before the clock was set back, so that lease is free.
  const isFree = sql<boolean>`chores.until not between ${postgresNow} and ${until}`
  const [other] = await db.selectFrom('chores').select(isFree.as('isFree')).where('name', '=', name).execute()
  // Reads first, because a write makes all servers discard their cached responses.
  if (other?.isFree === false) return false
  const { numInsertedOrUpdatedRows: taken } = await db
    .insertInto('chores')
    .values({ name, holder, until })
    .onConflict((oc) => oc.column('name').doUpdateSet({ holder, until }).where(isFree))
    .executeTakeFirstOrThrow()
  return taken === 1n
}

/**
 * Sets the expiry of the lease to `time` milliseconds from now; 0 releases the lease. If the database can't be reached, the lease expires by
 * itself.
 */
async function keep(db: Database, { name, holder }: Turn, time: number): Promise<void> {
  await db
    .updateTable('chores')
    .set({ until: sql<number>`${postgresNow} + ${time}` })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
    .catch(() => {})
}
