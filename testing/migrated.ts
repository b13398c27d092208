import { join } from 'node:path'
import { resourceNames } from '#contract/all.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { sqlName } from '#server/lists/search-index.ts'
import { requireIndex } from '#server/records/rebuild-index.ts'
import { createDatabase } from './app.ts'

/**
 * Creates an empty, fully migrated database. Every test app starts with a copy, because the migrations have tests of their own. Returns the
 * database's name on the PostgreSQL at `server`, or without `server` the path of an SQLite file in `folder`. Throws if a resource has no table.
 */
export async function migratedDatabase(folder: string, server?: string): Promise<string> {
  const file = join(folder, 'migrated.sqlite')
  const url = server && (await createDatabase(server))
  const db = openDatabase({ url, file })
  await migrate(db)
  await requireTables(db)
  await requireIndex(db)
  await db.destroy()
  return url ? new URL(url).pathname.slice(1) : file
}

/** The first check of all: without its table, a resource fails every test of the server. */
async function requireTables(db: Database): Promise<void> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => sqlName(name)))
  const missing = resourceNames.map(sqlName).filter((table) => !tables.has(table))
  if (missing.length > 0)
    throw new Error(`No migration makes the table ${missing.join(', ')} of a resource of contract/calls.ts: see docs/adding-a-resource.md.`)
}
