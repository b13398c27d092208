import type { BranchClosure, ComingClosure } from '#contract/closures.ts'
import { chainDay } from '#server/db/clock.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, RecordTables, Transaction } from '#server/db/schema.ts'
import type { Author } from '#server/records/author.ts'
import { formerNames } from '#server/records/branch-names.ts'
import { closureRecords } from './records.ts'

/** The most closures that one read, or the renaming of a branch, covers: the earliest that aren't over. */
const mostComing = 500
/** The most closures in the public answer for one branch. */
const mostOfBranch = 20

/** Returns the first `mostComing` closures that aren't over, earliest first, with the current and former names of their branch. */
export async function comingClosures(db: Database): Promise<ComingClosure[]> {
  const rows = await coming(db).execute()
  const former = rows.length > 0 ? [...(await formerNames(db))] : []
  return rows.map((row) => {
    const name = row.branchNow ?? row.branchName
    const names = [name, ...former.filter(([, now]) => now === name).map(([once]) => once)]
    return { _id: row.id, everywhere: row.everywhere === 1, branchNames: row.everywhere === 1 ? [] : names, ...publicPartOf(row) }
  })
}

/** Returns a function from a branch's id to the first `closures` of the branch that aren't over, earliest first; `{}` if there are none. */
export async function closuresByBranch(db: Database): Promise<(branchId: string) => { closures?: BranchClosure[] }> {
  const rows = await coming(db).execute()
  return (id) => {
    const closures = rows
      .filter(({ everywhere, branchId }) => everywhere === 1 || branchId === id)
      .slice(0, mostOfBranch)
      .map(publicPartOf)
    return closures.length > 0 ? { closures } : {}
  }
}

const coming = (db: Database) =>
  db
    .selectFrom('closures')
    .leftJoin('branches', (join) => join.onRef('branches.id', '=', 'closures.branchId').on('branches.deletedAt', 'is', null))
    .selectAll('closures')
    .select('branches.name as branchNow')
    .where('closures.deletedAt', 'is', null)
    .where('closures.lastDay', '>=', chainDay())
    .orderBy('closures.firstDay')
    .orderBy('closures.id')
    .limit(mostComing)

const publicPartOf = ({ firstDay, lastDay, fromTime, untilTime, reason }: RecordTables['closures']): BranchClosure => ({
  firstDay,
  lastDay,
  fromTime,
  untilTime,
  reason,
})

/**
 * Renames a branch in its first `mostComing` closures that aren't over, each as a new version, because lists search and filter by the name. Other
 * closures keep the former name, like past bookings. All of them refer to the branch by id.
 */
export async function renameInClosures(trx: Transaction, { id }: { id: string }, name: string, by: Author): Promise<void> {
  const rows = await trx
    .selectFrom('closures')
    .selectAll()
    .where('branchId', '=', id)
    .where('branchName', '<>', name)
    .where('deletedAt', 'is', null)
    .where('lastDay', '>=', chainDay())
    .orderBy('firstDay')
    .orderBy('id')
    .limit(mostComing)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute()
  for (const row of rows) await closureRecords.update(trx, row, { branchName: name }, by)
}

/** Detaches the closures of a branch that is erased. They keep its name. */
export async function forgetBranchInClosures(trx: Transaction, branchId: string): Promise<void> {
  await trx.updateTable('closures').set({ branchId: null }).where('branchId', '=', branchId).execute()
}
