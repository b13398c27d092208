import type { BranchClosure } from '#contract/branches.ts'
import type { ComingClosure } from '#contract/closures.ts'
import { chainDay } from '#server/db/clock.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, RecordTables, Transaction } from '#server/db/schema.ts'
import type { Author } from '#server/records/author.ts'
import { formerNames } from '#server/records/branch-names.ts'
import { closureRecords } from './records.ts'

/** The most closures that aren't over of which bookings are warned, and the most that one branch tells the public. */
const [mostComing, mostOfBranch] = [500, 20]

/** Returns the first `mostComing` closures that aren't over, earliest first, with the current and former names of their branch. */
export async function comingClosures(db: Database): Promise<ComingClosure[]> {
  const rows = await coming(db).execute()
  const former = rows.length > 0 ? [...(await formerNames(db))] : []
  return rows.map((row) => {
    const name = row.branchNow ?? row.branchName
    const names = [name, ...former.filter(([, now]) => now === name).map(([once]) => once)]
    return { _id: row.id, everywhere: row.everywhere === 1, branchNames: row.everywhere === 1 ? [] : names, ...hoursOf(row) }
  })
}

/** Returns a function that returns the first `closures` of a branch that aren't over, earliest first; nothing when there are none. */
export async function closuresByBranch(db: Database): Promise<(branchId: string) => { closures?: BranchClosure[] }> {
  const rows = await coming(db).execute()
  return (id) => {
    const closures = rows
      .filter(({ everywhere, branchId }) => everywhere === 1 || branchId === id)
      .slice(0, mostOfBranch)
      .map(hoursOf)
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

const hoursOf = ({ firstDay, lastDay, fromTime, untilTime, reason }: RecordTables['closures']): BranchClosure => ({
  firstDay,
  lastDay,
  fromTime,
  untilTime,
  reason,
})

/** Renames a branch in its closures that aren't over, each as a new version. Past closures keep the name of their time, like bookings. */
export async function renameInClosures(trx: Transaction, { id }: { id: string }, name: string, by: Author): Promise<void> {
  const rows = await trx
    .selectFrom('closures')
    .selectAll()
    .where('branchId', '=', id)
    .where('branchName', '<>', name)
    .where('deletedAt', 'is', null)
    .where('lastDay', '>=', chainDay())
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute()
  for (const row of rows) await closureRecords.update(trx, row, { branchName: name }, by)
}

/** Detaches the closures of a branch that is erased. They keep its name. */
export async function forgetBranchInClosures(trx: Transaction, branchId: string): Promise<void> {
  await trx.updateTable('closures').set({ branchId: null }).where('branchId', '=', branchId).execute()
}
