import { existsSync } from 'node:fs'
import { gatherLate } from '#server/audit/events.ts'
import { verifyActivity } from '#server/audit/verify.ts'
import { readConfig } from '#server/config.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { isDamaged } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open.ts'
import { withoutTimeouts } from '#server/db/postgres/pool.ts'
import { requireMovieBoxData } from '#server/db/requirements.ts'
import type { Database } from '#server/db/schema.ts'
import { verify } from '#server/db/verify.ts'
import { verifyPictures } from '#server/images/digests.ts'
import type { Media } from '#server/images/media.ts'
import { mediaFor } from '#server/images/open-media.ts'
import { failedErasures } from '#server/jobs/failed-erasures.ts'
import '#server/startup/environment.ts'
import '#server/startup/output.ts'
import { startFailure } from '#server/startup/start-failure.ts'

/** The most findings that are named. */
const mostNamed = 20

/**
 * The command `npm run verify`: says in one sentence each whether the database, the activity and the pictures are sound. The argument
 * `database` limits the check to the database; a seal also checks that this seal still exists. Exits with 0 when sound, 1 when damaged, else
 * 2.
 */
process.exitCode = await main().catch((error: unknown) => {
  if (isDamaged(error)) return damaged(error instanceof Error ? error.message : String(error))
  console.error(startFailure(error, "It can't be done") ?? error)
  return 2
})

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const file = databaseFile(dataDir)
  if (databaseUrl === undefined && !existsSync(file)) {
    console.error(`There is no database to verify: ${file} is missing. Set DATA_DIR to the folder that has it.`)
    return 2
  }
  const db = openDatabase({ url: databaseUrl, file }, withoutTimeouts)
  try {
    await requireMovieBoxData(db)
    const result = await verify(db, databaseUrl === undefined)
    if ('finding' in result) return damaged(result.finding)
    console.log(`The database is sound: all of its ${result.rows} records and versions of records can be read.`)
    if (process.argv[2] === 'database') return 0
    const found = [await activity(db, process.argv[2]), await erasures(db), await pictures(db, await mediaFor(config))]
    return Math.max(...found)
  } finally {
    await db.destroy()
  }
}

function damaged(finding: string): number {
  console.log(`The database is damaged (${finding.trim().replaceAll('\n', ', ')}): put a backup in its place.`)
  return 1
}

/** Whether the table exists: the database may be a copy from before the table was added. */
async function hasTable(db: Database, table: string): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === table)
}

/** Checks the activity. `known` is a seal that an earlier run has printed. */
async function activity(db: Database, known: string | undefined): Promise<number> {
  if (!(await hasTable(db, 'seals'))) return 0
  const result = await verifyActivity(db, known)
  if ('finding' in result) {
    console.log(`The activity is not as it was written: ${result.finding}. Compare it with a backup.`)
    return 1
  }
  console.log(
    `The activity is as it was written: ${result.lines} lines are sealed${result.seal && `, the last of them by ${result.seal}`}.`,
  )
  const late = await gatherLate(db)
  if (late === 0) return 0
  console.log(`The activity lacked ${late} lines that the history has: they are in it now, and sealed while the product runs.`)
  return 1
}

/** Reports the records that are kept although their retention time is over. */
async function erasures(db: Database): Promise<number> {
  if (!(await hasTable(db, 'failed_erasures'))) return 0
  const failed = await failedErasures(db)
  if (failed.length === 0) return 0
  const named = failed
    .slice(0, mostNamed)
    .map(({ resource, recordId, reason, since }) => `${resource} ${recordId} (${reason}, since ${since})`)
  const others = failed.length > mostNamed ? `; and ${failed.length - mostNamed} more` : ''
  console.log(
    `${failed.length} records should be gone by TRASH_DAYS or RETENTION_DAYS, and could not be taken away: ${named.join('; ')}${others}.`,
  )
  return 1
}

async function pictures(db: Database, media: Media): Promise<number> {
  const { files, findings } = await verifyPictures(db, media)
  if (findings.length === 0) {
    console.log(`The pictures are sound: all of their ${files} files are as they were stored.`)
    return 0
  }
  const named = findings.slice(0, mostNamed).join('; ')
  const others = findings.length > mostNamed ? `; and ${findings.length - mostNamed} more` : ''
  console.log(
    `${findings.length} of ${files} files of pictures are not as they were stored: ${named}${others}. Upload them again, or take them from a backup.`,
  )
  return 1
}
