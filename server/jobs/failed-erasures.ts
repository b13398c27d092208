import type { ResourceName } from '#contract/all.ts'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import { DatabaseUnavailable, isDamaged, isStorageFailing, isStorageFull, OutcomeUnknown } from '#server/db/errors.ts'
import type { Database, Schema } from '#server/db/schema.ts'

/** In milliseconds. A failed record is tried again after `retry`. A note older than `forget` was not renewed, so the record was restored. */
const pause = { retry: 24 * 3_600_000, forget: 3 * 24 * 3_600_000 }

/** Whether the error concerns the whole database rather than one record. */
export const isDatabaseFailing = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  error instanceof OutcomeUnknown ||
  isStorageFull(error) ||
  isStorageFailing(error) ||
  isDamaged(error)

/** Notes that a record could not be erased. Returns the reason: the kind of error, never its message, which may quote the record. */
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

/** Returns the ids of those records that failed within the last day. */
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

/** Removes the notes of records that are no longer due. */
export async function forgetOldFailures(db: Database): Promise<void> {
  const before = new Date(sharedNow() - pause.forget).toISOString()
  await db.deleteFrom('failedErasures').where('triedAt', '<', before).execute()
}

/** Returns the records that could not be erased, the longest failing first. */
export const failedErasures = (db: Database): Promise<Schema['failedErasures'][]> =>
  db.selectFrom('failedErasures').selectAll().orderBy('since').orderBy('recordId').execute()
