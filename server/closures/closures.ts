import type { ClosureInput } from '#contract/closures.ts'
import { chainDay } from '#server/db/clock.ts'
import type { RecordTables, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'
import { resource } from '#server/http/resource.ts'
import { holdBranch, unknownBranch } from '#server/records/branch-names.ts'
import { closureCalendar } from './calendar.ts'
import { comingClosures } from './coming.ts'
import { closureRecords } from './records.ts'

type Row = RecordTables['closures']

export const closures = resource(
  closureRecords,
  {
    async columns(trx, input, current) {
      if (input.lastDay !== current?.lastDay && input.lastDay < chainDay())
        throw invalid({ lastDay: 'This closure would be over already. Choose a last day from today on.' })
      return branchColumns(trx, input, current)
    },
    columnsOfVersion: branchColumns,
  },
  (db) => ({ coming: () => comingClosures(db), calendar: ({ params }) => closureCalendar(db, params.id) }),
)

/** Returns the columns for a closure's branch. An unchanged name keeps the branch, even after the branch was deleted. */
async function branchColumns(trx: Transaction, { branchName, everywhere }: ClosureInput, current: Row | undefined) {
  if (everywhere) return { branchName: '', branchId: null }
  if (branchName === current?.branchName) return { branchId: current.branchId }
  const branchId = await holdBranch(trx, branchName)
  if (branchId === undefined) throw unknownBranch('branchName')
  return { branchId }
}
