import { ClosureInput, closures } from '#contract/closures.ts'
import { daysOf } from '#contract/listing.ts'
import type { ListQuery } from '#web/api/address.ts'
import { call } from '#web/api/call.ts'
import { today } from '#web/api/chain-day.ts'
import { invalidateAll } from '#web/api/lists.ts'
import { recordOwnChange } from '#web/api/live.ts'
import { queries } from '#web/api/queries.ts'

/** The reason until the user writes one. */
const reason = 'Closed'

/**
 * Stores the closure of a branch on these days, unless there is one already, and returns its id. Returns `undefined` for several branches, several
 * ranges of days, and days that are over: these are no closure.
 */
export async function storeClosure({ branchName = [], date = [] }: ListQuery): Promise<string | undefined> {
  const [branch = ''] = branchName
  const { from: firstDay, to: lastDay } = daysOf(date[0] ?? '')
  const input = ClosureInput.safeParse({ branchName: branch, firstDay, lastDay, reason }).data
  if (!input || branchName.length > 1 || date.length > 1 || lastDay < today()) return undefined
  const known = (await call(closures.coming, {})).find(
    (other) =>
      other.branchNames.includes(branch) &&
      other.firstDay === firstDay &&
      other.lastDay === lastDay &&
      other.fromTime === '' &&
      other.untilTime === '',
  )
  if (known) return known._id
  const stored = await call(closures.create, { body: input })
  recordOwnChange('closures', stored)
  invalidateAll(queries())
  return stored._id
}
