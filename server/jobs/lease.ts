import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { postgresNow } from '#server/db/clock.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { newId } from '#server/db/ids.ts'
import type { Database } from '#server/db/schema.ts'

/** In milliseconds. A server that hasn't said for as long as `lease` that it is at work is taken for gone; it says so `again` and again. */
const usualTimes = { lease: 5_000, again: 1_500 }

type Turn = { name: string; holder: string }

/**
 * Does `work` when no other server of the chain is at the same, and waits for that until `ended`. Turns only spare work, and what comes of two at once
 * on the same rows: a server that is held up for longer than its lease may be at it together with the next one.
 */
export async function withLease(
  db: Database,
  name: string,
  ended: AbortSignal,
  work: () => Promise<void>,
  { lease, again } = usualTimes,
): Promise<void> {
  // Nobody shares a folder with SQLite.
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

async function take(db: Database, { name, holder }: Turn, lease: number): Promise<boolean> {
  const until = sql<number>`${postgresNow} + ${lease}`
  // What lies further ahead than anybody writes is from before the clock was set back.
  const isFree = sql<boolean>`chores.until not between ${postgresNow} and ${until}`
  const [other] = await db.selectFrom('chores').select(isFree.as('isFree')).where('name', '=', name).execute()
  // A look first: writing makes all servers forget the answers that they keep.
  if (other?.isFree === false) return false
  const { numInsertedOrUpdatedRows: taken } = await db
    .insertInto('chores')
    .values({ name, holder, until })
    .onConflict((oc) => oc.column('name').doUpdateSet({ holder, until }).where(isFree))
    .executeTakeFirstOrThrow()
  return taken === 1n
}

/** Nobody else may do it for so many milliseconds from now. What can't be told to the database ends with the lease. */
async function keep(db: Database, { name, holder }: Turn, time: number): Promise<void> {
  await db
    .updateTable('chores')
    .set({ until: sql<number>`${postgresNow} + ${time}` })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
    .catch(() => {})
}
