import { sql } from 'kysely'
import { postgresNow } from './clock.ts'
import { isPostgres } from './dialect.ts'
import { newId } from './ids.ts'
import type { Database } from './schema.ts'

/** In milliseconds, after which a server that no longer says that it is at work is taken for gone. */
const lease = 60_000

type Turn = { name: string; holder: string }

/**
 * Does `work` unless another server of the chain does the same at this moment, or did it less than `rest` milliseconds ago. Where work fails or
 * is cut short (`ended`), the next server may do it at once. Turns only spare work: a server that is held up for longer than its lease may come to be at it
 * together with another.
 */
export async function inTurn(db: Database, name: string, rest: number, ended: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Nobody shares a folder with SQLite.
  if (!isPostgres(db)) return work()
  const turn = { name, holder: newId() }
  if (!(await take(db, turn, Math.max(lease, rest)))) return
  const renewal = setInterval(() => void keep(db, turn, lease), lease / 3).unref()
  let isDone = false
  try {
    await work()
    isDone = !ended.aborted
  } finally {
    clearInterval(renewal)
    await keep(db, turn, isDone ? rest : 0)
  }
}

async function take(db: Database, { name, holder }: Turn, longest: number): Promise<boolean> {
  // What lies further ahead than anybody may have written is from before the clock was set back.
  const isFree = sql<boolean>`chores.until not between ${postgresNow} and ${postgresNow} + ${longest}`
  const others = await db.selectFrom('chores').select(isFree.as('isFree')).where('name', '=', name).executeTakeFirst()
  // A look first: writing would make all servers forget the answers that they keep.
  if (others?.isFree === false) return false
  const until = sql<number>`${postgresNow} + ${lease}`
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
