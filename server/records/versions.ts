import { mostVersions, type Version } from '#contract/endpoint.ts'
import type { Database, RecordTables } from '#server/db/schema.ts'
import { HttpError, notFound } from '#server/errors.ts'

/** Returns the versions of a record, newest first, only those below `before` if given. Throws a 404 that calls the record `one` if there are none. */
export async function versionsOf<Item>(
  db: Database,
  table: keyof RecordTables,
  one: string,
  { id, before }: { id: string; before?: number | undefined },
): Promise<Version<Item>[]> {
  const entries = await db
    .selectFrom('history')
    .select(['version', 'action', 'at', 'byName', 'record'])
    .where('resource', '=', table)
    .where('recordId', '=', id)
    .where('record', '<>', '')
    .$if(before !== undefined, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(mostVersions)
    .execute()
  if (entries.length === 0 && before === undefined) throw notFound(one)
  // Erased records keep only the history entry, without the record.
  return entries.map((entry) => ({ ...entry, record: JSON.parse(entry.record) as Item }) as Version<Item>)
}

/** Returns the record as of a version. Throws a 404 `HttpError` if there is no such version. */
export async function recordAt(
  db: Database,
  table: keyof RecordTables,
  one: string,
  { id, version }: { id: string; version: number },
): Promise<Record<string, unknown>> {
  const found = await db
    .selectFrom('history')
    .select('record')
    .where('resource', '=', table)
    .where('recordId', '=', id)
    .where('version', '=', version)
    .where('record', '<>', '')
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'not_found', `This ${one} has no such version.`)
  return JSON.parse(found.record) as Record<string, unknown>
}

/**
 * Returns whether the versions of `row` after `version` only record calls to the guest. Such a version doesn't conflict with an edit, which leaves
 * these columns alone.
 */
export async function hasOnlyContactsSince(
  db: Database,
  table: keyof RecordTables,
  row: { id: string; version: number },
  version: number,
): Promise<boolean> {
  // An unreadable `If-Match` is `NaN`, and every comparison with `NaN` is false.
  if (!(version < row.version)) return false
  const other = await db
    .selectFrom('history')
    .select('id')
    .where('resource', '=', table)
    .where('recordId', '=', row.id)
    .where('version', '>', version)
    .where('action', '<>', 'contact')
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}
