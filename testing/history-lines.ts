import { isPostgres } from '#server/db/dialect.ts'
import type { Database, Schema } from '#server/db/schema.ts'

/** Adds many history entries at once, as if each had been written by its change. */
export async function addLines(db: Database, lines: readonly Schema['history'][]): Promise<void> {
  await db.insertInto('history').values(lines).execute()
  if (isPostgres(db)) {
    const numbered = lines.map(({ id }) => ({ line: id }))
    await db.insertInto('changes').values(numbered).execute()
  }
}
