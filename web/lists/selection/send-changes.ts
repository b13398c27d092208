import type { Change, Outcome } from '#contract/changes.ts'
import { ApiError, callUntyped as call } from '#web/api/call.ts'
import type { Caller } from '#web/api/caller.ts'
import { isOutcomeUnknown } from '#web/api/is-outcome-unknown.ts'
import type { BulkTarget } from './bulk-target.ts'

type Options = { as: Caller | undefined; name: string }

/** Makes changes in one call, or one by one where the collection has no such call (users). Rejects when the outcome isn't known for each. */
export async function sendChanges(
  { calls }: Pick<BulkTarget, 'calls'>,
  changes: readonly Change<object>[],
  options: Options,
): Promise<Outcome<unknown>[]> {
  if (calls.change) return (await call(calls.change, { body: { changes } }, options)) as Outcome<unknown>[]
  const outcomes: Outcome<unknown>[] = []
  for (const [at, change] of changes.entries()) outcomes.push(await makeAlone(calls, change, { ...options, name: `${options.name}-${at}` }))
  return outcomes
}

async function makeAlone(
  { remove, restore, erase }: BulkTarget['calls'],
  change: Change<object>,
  options: Options,
): Promise<Outcome<unknown>> {
  const { _id, version } = change
  const endpoint = 'erased' in change ? erase : 'deleted' in change && change.deleted ? remove : restore
  try {
    await call(endpoint, { params: { id: _id } }, { ...options, ...(endpoint.versioned && { version }) })
    return { _id, version: version + 1 }
  } catch (error) {
    if (!(error instanceof ApiError) || isOutcomeUnknown(error) || error.status === 503) throw error
    return { _id, error: error.message, code: error.code, current: error.current ?? null }
  }
}
