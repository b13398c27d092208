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
  console.error(startFailure(error, 'The command failed') ?? error)
  return 2
})

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const file = databaseFile(dataDir)
  if (databaseUrl === undefined && !existsSync(file)) {
    console.error(`There is no database to verify: ${file} does not exist. Set DATA_DIR to the folder with the database.`)
    return 2
  }
  const db = openDatabase({ url: databaseUrl, file }, withoutTimeouts)
  try {
    await requireMovieBoxData(db)
    const result = await verify(db, databaseUrl === undefined)
    if ('finding' in result) return damaged(result.finding)
    console.log(`The database is intact: all ${result.rows} records and versions can be read.`)
    if (process.argv[2] === 'database') return 0
    const found = [await activity(db, process.argv[2]), await erasures(db), await pictures(db, await mediaFor(config))]
    return Math.max(...found)
  } finally {
    await db.destroy()
  }
}

function damaged(finding: string): number {
  console.log(`The database is damaged (${finding.trim().replaceAll('\n', ', ')}). Restore a backup.`)
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
    console.log(`The activity log was altered: ${result.finding}. Compare the log with a backup.`)
    return 1
  }
  console.log(`The activity log is intact: ${result.lines} entries are sealed${result.seal && `, the last by ${result.seal}`}.`)
  const late = await gatherLate(db)
  if (late === 0) return 0
  console.log(`The activity log lacked ${late} entries, which were added from the history. The running server will seal them.`)
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
    `${failed.length} records due for erasure under TRASH_DAYS or RETENTION_DAYS could not be erased: ${named.join('; ')}${others}.`,
  )
  return 1
}

async function pictures(db: Database, media: Media): Promise<number> {
  const { files, findings } = await verifyPictures(db, media)
  if (findings.length === 0) {
    console.log(`The images are intact: all ${files} files match.`)
    return 0
  }
  const named = findings.slice(0, mostNamed).join('; ')
  const others = findings.length > mostNamed ? `; and ${findings.length - mostNamed} more` : ''
  console.log(
    `${findings.length} of ${files} image files are damaged or missing: ${named}${others}. Upload the images again or restore a backup.`,
  )
  return 1
}
