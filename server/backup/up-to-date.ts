import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { isContention, isSchemaChanged } from '#server/db/errors.ts'
import { migrate, migrations, pending } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { withoutTimeouts } from '#server/db/postgres/pool.ts'
import type { Database } from '#server/db/schema.ts'
import { requireIndex } from '#server/records/rebuild-index.ts'
import { archiveBefore, clearUnfinished, givenUp, migrationBackups } from './archives.ts'
import { backUp } from './backup.ts'

/**
 * Migrates the database to this program's version. Throws as `migrate` does. If it has content that a migration will
 * change, a backup without pictures is made first, in `backups` in the data folder. There is no time limit: on PostgreSQL
 * it uses a separate connection, where no statement is ended for being slow.
 */
export async function bringUpToDate(db: Database, { databaseUrl: url, dataDir }: Config, steps = migrations): Promise<void> {
  // A process that migrates a SQLite file has the folder to itself; servers that share a PostgreSQL may start at the same moment.
  if (url === undefined) return inSteps(db, dataDir, steps, Date.now())
  const patient = openDatabase({ url, file: '' }, withoutTimeouts)
  try {
    await inSteps(patient, dataDir, steps, Date.now() - givenUp)
  } finally {
    await patient.destroy()
  }
}

async function inSteps(db: Database, dataDir: string, steps: typeof migrations, leftBefore: number) {
  for (let attempt = 1; ; attempt++) {
    const [first] = await pending(db, steps)
    if (first === undefined || first === steps[0]?.name) break
    const folder = migrationBackups(dataDir)
    await mkdir(folder, { recursive: true })
    await clearUnfinished(folder, leftBefore)
    try {
      await backUp(join(folder, archiveBefore(first)), { db, media: undefined })
      break
    } catch (error) {
      // Another server has begun to change what this one reads, so the next attempt may find nothing to migrate.
      if (!(isContention(error) || isSchemaChanged(error)) || attempt === mostAttempts) throw error
    }
  }
  await migrate(db, steps)
  if (steps === migrations) await requireIndex(db)
}

const mostAttempts = 10
