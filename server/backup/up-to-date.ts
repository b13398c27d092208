import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { isContention } from '#server/database/failures.ts'
import { migrate, migrations, pending } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { unhurried } from '#server/database/postgres.ts'
import { requireIndex } from '#server/database/rebuild.ts'
import type { Database } from '#server/database/schema.ts'
import { archiveBefore, clearUnfinished, givenUp, migrationBackups } from './archives.ts'
import { backUp } from './backup.ts'

/**
 * Brings the database to this program's version, or throws as `migrate` does. Where there is something in it that a migration will
 * change, that is backed up first, without the pictures, into `backups` in the data folder. It takes as long as it takes: on PostgreSQL
 * on a connection of its own, where no statement is ended for being slow.
 */
export async function bringUpToDate(db: Database, { databaseUrl: url, dataDir }: Config, steps = migrations): Promise<void> {
  // Whoever migrates a SQLite file is alone with the folder; servers that share a PostgreSQL may start at the same moment.
  if (url === undefined) return inSteps(db, dataDir, steps, Date.now())
  const patient = openDatabase({ url, file: '' }, unhurried)
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
      // Another server has begun to change what this one reads, and may leave nothing to be changed.
      if (!isContention(error) || attempt === mostAttempts) throw error
    }
  }
  await migrate(db, steps)
  if (steps === migrations) await requireIndex(db)
}

const mostAttempts = 10
