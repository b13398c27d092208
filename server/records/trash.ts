import type { Database, RecordTables } from '#server/db/schema.ts'

/** Returns the items of `rows`; deleted ones also say when they were deleted, and by whom. */
export async function withDeletions<Table extends keyof RecordTables, Item>(
  db: Database,
  table: Table,
  rows: RecordTables[Table][],
  present: (row: RecordTables[Table]) => Item,
): Promise<Item[]> {
  const deleted = rows.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)
  if (deleted.length === 0) return rows.map(present)
  const entries = await db
    .selectFrom('history')
    .select(['recordId', 'version', 'byName'])
    .where('resource', '=', table)
    .where('recordId', 'in', deleted)
    .where('action', '=', 'delete')
    .execute()
  const byVersion = new Map(entries.map(({ recordId, version, byName }) => [`${recordId} ${version}`, byName]))
  return rows.map((row) => {
    const item = present(row)
    return row.deletedAt === null
      ? item
      : { ...item, deletedAt: row.deletedAt, deletedBy: byVersion.get(`${row.id} ${row.version}`) ?? null }
  })
}
