import type { ItemOf, ResourceName } from '#contract/all.ts'
import type { Change, Outcome } from '#contract/changes.ts'
import type { Person } from '#contract/session.ts'
import { locksRows } from '#server/db/row-locks.ts'
import { withSavepoint } from '#server/db/savepoint.ts'
import type { Transaction } from '#server/db/schema.ts'
import { HttpError, superUsersOnly } from '#server/errors.ts'
import { type Erased, forgetAnswers } from '#server/records/forget-answers.ts'
import type { Operations } from './operations.ts'
import type { ChangeOf, SetsOf } from './rules.ts'

/** The records of a resource, and the column with the id of what their rules lock (`locks` in `Rules`). */
type Table = { name: ResourceName; locks?: string | undefined }

/**
 * Applies each change by the operations of the single calls, and returns the outcomes in the given order. A refused change leaves its record alone
 * and doesn't affect the others. Any other error fails all changes. `by` is the caller as this transaction knows the user.
 */
export async function changeEach<Name extends ResourceName>(
  trx: Transaction,
  table: Table,
  operations: Operations<Name>,
  changes: readonly ChangeOf<Name>[],
  by: Person & { batch?: string | undefined },
): Promise<Outcome<ItemOf<Name>>[]> {
  const given = changes as unknown as Change<SetsOf<Name>>[]
  const ids = given.map(({ _id }) => _id)
  const places = await inOrder(trx, table, ids)
  const inTurn = [...given.entries()].sort(([, one], [, other]) => (places.get(one._id) ?? 0) - (places.get(other._id) ?? 0))
  const outcomes: Outcome<ItemOf<Name>>[] = []
  const erased: Erased[] = []
  for (const [at, change] of inTurn) outcomes[at] = await outcomeOf<Name>(trx, change, () => make(trx, operations, change, by, erased))
  await forgetAnswers(trx, erased)
  return outcomes
}

/**
 * Locks the records, always in the same order, and returns their positions. What their rules lock is then locked in one order too, so two bulk
 * changes wait instead of deadlocking.
 */
async function inOrder(trx: Transaction, { name, locks = 'id' }: Table, ids: string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom(name as 'movies')
    .select(['id', `${locks as 'title'} as locked`])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute()
  rows.sort((one, other) => ((one.locked ?? '') < (other.locked ?? '') ? -1 : 1))
  return new Map(rows.map(({ id }, place) => [id, place]))
}

async function outcomeOf<Name extends ResourceName>(
  trx: Transaction,
  { _id }: { _id: string },
  work: () => Promise<{ version: number }>,
): Promise<Outcome<ItemOf<Name>>> {
  try {
    const { version } = await withSavepoint(trx, work)
    return { _id, version }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { message, code, details } = error
    return { _id, error: message, code, current: (details.current as Exclude<ItemOf<Name>, undefined> | undefined) ?? null }
  }
}

/** Makes a change and returns the record's new version, or the last one of a record that it adds to `erased`. */
function make<Name extends ResourceName>(
  trx: Transaction,
  operations: Operations<Name>,
  { _id: id, version: expected, ...way }: Change<SetsOf<Name>>,
  by: Person,
  erased: Erased[],
): Promise<{ version: number }> {
  const called = { id, expected }
  if ('erased' in way) {
    if (!by.isSuperUser) throw superUsersOnly()
    return operations.erase(trx, called, by, async (_, one) => void erased.push(...one))
  }
  if ('restore' in way) return operations.restoreVersion(trx, called, way.restore, by)
  if (!('deleted' in way)) return operations.set(trx, called, way as SetsOf<Name>, by)
  return way.deleted ? operations.remove(trx, called, by) : operations.restore(trx, called, undefined, by)
}
