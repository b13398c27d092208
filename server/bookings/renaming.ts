import type { FastifyBaseLogger } from 'fastify'
import { sharedNow } from '#server/db/clock.ts'
import { isUnavailable } from '#server/db/errors.ts'
import { newId } from '#server/db/ids.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, Schema, Transaction } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import type { Author } from '#server/records/author.ts'
import { bookingRecords, comingTo } from './upcoming.ts'

/** The most bookings that are renamed in one transaction. The limit keeps the wait of other writers short. */
const step = 50

type Renaming = Schema['branchRenamings']
type Noted = { branchId: string; newName: string; oldName?: string }
/** The context of a run: failures are logged, and `signal` stops the work between two steps. */
type Run = { log: FastifyBaseLogger; signal: AbortSignal }

/**
 * Records, in the transaction that renames a branch, that its coming bookings need the new name: the bookings with `oldName`, or all. `renameNoted`
 * renames them after the commit.
 */
export async function noteRenaming(trx: Transaction, { branchId, newName, oldName }: Noted, by: Author): Promise<void> {
  const author = { byId: by?._id ?? null, byName: by?.username ?? null }
  const noted = { id: newId(), branchId, newName, oldName: oldName ?? null, ...author }
  await trx.insertInto('branchRenamings').values(noted).execute()
}

/** Returns the oldest unfinished renaming, of this branch or of any. */
export function nextRenaming(db: Database, branchId?: string): Promise<Renaming | undefined> {
  return db
    .selectFrom('branchRenamings')
    .selectAll()
    .$if(branchId !== undefined, (query) => query.where('branchId', '=', branchId ?? ''))
    .orderBy('id')
    .executeTakeFirst()
}

/**
 * Renames the coming bookings that `noteRenaming` recorded, each as a new version, one step per transaction. Past bookings keep the name under which
 * they were made. The next run completes a run that `signal` or a crash has ended.
 */
export async function renameNoted(db: Database, run: Run, branchId?: string): Promise<void> {
  while (!run.signal.aborted) {
    const renaming = await nextRenaming(db, branchId)
    if (!renaming) return
    await finish(db, renaming, run)
  }
}

async function finish(db: Database, renaming: Renaming, { log, signal }: Run) {
  const rename = (ids: readonly string[]) => transact(db, undefined, (trx) => renameSome(trx, renaming, ids), 'read committed')
  const failed = new Set<string>()
  for (;;) {
    const ids = (await bearers(db, renaming).select('id').execute()).map(({ id }) => id).filter((id) => !failed.has(id))
    if (ids.length === 0) break
    for (let start = 0; start < ids.length; start += step) {
      if (signal.aborted) return
      const some = ids.slice(start, start + step)
      for (const id of await failuresOf(rename, some, log)) failed.add(id)
    }
  }
  await db.deleteFrom('branchRenamings').where('id', '=', renaming.id).execute()
}

/** Returns the bookings that can't be renamed, and logs them. One failing booking must not block the others. */
async function failuresOf(
  rename: (ids: readonly string[]) => Promise<void>,
  ids: readonly string[],
  log: FastifyBaseLogger,
): Promise<string[]> {
  try {
    await rename(ids)
    return []
  } catch (err) {
    if (isUnavailable(err)) throw err
    if (ids.length > 1) return (await Promise.all(ids.map((id) => failuresOf(rename, [id], log)))).flat()
    log.error({ err, ids }, 'could not update the branch name of a booking')
    return [...ids]
  }
}

/** Renames the bookings of `ids` that still have the old name. */
async function renameSome(trx: Transaction, renaming: Renaming, ids: readonly string[]): Promise<void> {
  const { newName: branchName, byId, byName } = renaming
  const by = byId === null || byName === null ? undefined : { _id: byId, username: byName }
  const rows = await bearers(trx, renaming)
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute()
  for (const row of rows) await bookingRecords.update(trx, row, { branchName }, by)
}

/** The bookings still to rename. Bookings made since under a later name of the branch keep that name. */
function bearers(db: Database, { branchId, oldName, newName }: Renaming) {
  return comingTo(db, branchId, new Date(sharedNow()))
    .where('branchName', '<>', newName)
    .where('branchName', '<>', (branch) => branch.selectFrom('branches').select('name').where('branches.id', '=', branchId))
    .$if(oldName !== null, (query) => query.where('branchName', '=', oldName ?? ''))
}
