import { join } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { requireIndex } from '#server/database/rebuild.ts'
import { createDatabase } from './app.ts'

/**
 * An empty database as the product leaves it once it is up to date, of which every app of a test begins with a copy: the migrations have
 * tests of their own. Answers its name on the PostgreSQL at `server`, or without one the path of an SQLite file in `folder`.
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
