import type { ResourceName } from '#contract/all.ts'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import { DatabaseUnavailable, isDamaged, isStorageFailing, isStorageFull, OutcomeUnknown } from '#server/db/errors.ts'
import type { Database, Schema } from '#server/db/schema.ts'

/** In milliseconds: a record that failed is tried again after a day. A note that is older than three was not renewed: the record was restored. */
const pause = { retry: 24 * 3_600_000, forget: 3 * 24 * 3_600_000 }

/** Whether the whole database fails, and not one record. */
export const isDatabaseFailing = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  error instanceof OutcomeUnknown ||
  isStorageFull(error) ||
  isStorageFailing(error) ||
  isDamaged(error)

/** Notes that a record could not be taken away for good. Returns the reason: the kind of error, and never its message, which may quote the record. */
export async function noteFailure(db: Database, resource: ResourceName, recordId: string, error: unknown): Promise<string> {
  const { name, code } = error as { name?: unknown; code?: unknown }
  const reason = [name, code].filter((word) => typeof word === 'string').join(' ') || 'unknown'
  const triedAt = sharedTime()
  await db
    .insertInto('failedErasures')
    .values({ resource, recordId, reason, since: triedAt, triedAt })
    .onConflict((oc) => oc.columns(['resource', 'recordId']).doUpdateSet({ reason, triedAt }))
    .execute()
  return reason
}

/** Those of the records that failed within the last day. */
export async function failedLately(db: Database, resource: ResourceName, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const since = new Date(sharedNow() - pause.retry).toISOString()
  const notes = await db
    .selectFrom('failedErasures')
    .select('recordId')
    .where('resource', '=', resource)
    .where('recordId', 'in', ids)
    .where('triedAt', '>', since)
    .execute()
  return new Set(notes.map(({ recordId }) => recordId))
}

/** Removes the notes of records that are not due any more. */
export async function forgetOldFailures(db: Database): Promise<void> {
  const before = new Date(sharedNow() - pause.forget).toISOString()
  await db.deleteFrom('failedErasures').where('triedAt', '<', before).execute()
}

/** The records that could not be taken away for good, those that fail for the longest time first. */
export const failedErasures = (db: Database): Promise<Schema['failedErasures'][]> =>
  db.selectFrom('failedErasures').selectAll().orderBy('since').orderBy('recordId').execute()
