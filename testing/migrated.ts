import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { requireIndex } from '#server/records/rebuild-index.ts'
import { createDatabase } from './app.ts'

/**
 * Creates an empty, fully migrated database. Every test app starts with a copy, because the migrations have tests of their own. Returns the
 * database's name on the PostgreSQL at `server`, or without `server` the path of an SQLite file in `folder`.
 */
export async function migratedDatabase(folder: string, server?: string): Promise<string> {
  const file = join(folder, 'migrated.sqlite')
  const url = server && (await createDatabase(server))
  const db = openDatabase({ url, file })
  await migrate(db)
  await requireIndex(db)
  await db.destroy()
  return url ? new URL(url).pathname.slice(1) : file
}
