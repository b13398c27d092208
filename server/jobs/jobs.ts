import type { FastifyBaseLogger } from 'fastify'
import { resourceNames } from '#contract/all.ts'
import { activityKeeper } from '#server/audit/job.ts'
import { forgetOldDevices } from '#server/auth/devices.ts'
import { forgetOverSessions } from '#server/auth/sessions.ts'
import { forgetOldAttempts } from '#server/auth/throttle.ts'
import { clearMigrated, migrationBackups } from '#server/backup/archives.ts'
import { nextRenaming, renameNoted } from '#server/bookings/renaming.ts'
import { forgetOldChanges } from '#server/change-log/change-log.ts'
import type { Config } from '#server/config.ts'
import { agreeOnTime } from '#server/db/clock.ts'
import type { Database } from '#server/db/schema.ts'
import { forgetOldDrafts } from '#server/drafts/drafts.ts'
import { forgetOldKeys } from '#server/http/idempotency.ts'
import { keepDigests } from '#server/images/digests.ts'
import { incomingFolder } from '#server/images/local-media.ts'
import { forgetOldClaims } from '#server/images/locked-storage.ts'
import type { Report } from '#server/images/media.ts'
import { copiesFolder, type Pictures } from '#server/images/open-media.ts'
import { clearIncoming, safeAge, sweep } from '#server/images/sweep.ts'
import { mergeSegments } from '#server/lists/search-index.ts'
import { withLease } from './lease.ts'
import { eraseByAge } from './retention.ts'

/** In milliseconds. */
const every = { renaming: 2_000, line: 60_000, record: 10 * 60_000, file: 3_600_000 }

const cleanUps = [
  forgetOverSessions,
  forgetOldAttempts,
  forgetOldDevices,
  forgetOldKeys,
  forgetOldClaims,
  forgetOldChanges,
  forgetOldDrafts,
]

/**
 * Starts the background jobs, which clear away outdated data outside of requests. Returns a function that stops them and waits for the running
 * ones. `leftBefore` (milliseconds since 1970) is for a server that has its media folder to itself. Unrecorded files from before that time
 * belong to nothing, however young they are.
 */
export function startJobs(
  { db, ...pictures }: { db: Database } & Pictures,
  config: Config,
  log: FastifyBaseLogger,
  leftBefore = 0,
): () => Promise<void> {
  const ended = new AbortController()
  const inTurns = (name: string, work: () => Promise<void>) => () =>
    withLease(db, name, ended.signal, work).catch((err: unknown) => log.warn({ err }, 'maintenance failed; will retry in the next run'))
  const emptyTrash = () =>
    eraseByAge(db, config, ended.signal, undefined, (resource, id, reason) =>
      log.warn({ resource, id, reason }, 'could not erase a record; will retry in a day'),
    ).catch((err: unknown) => log.warn({ err }, 'could not empty the trash; will retry in the next run'))
  const tidyOwnFolders = () => tidyFolders(db, pictures, config.dataDir, log, leftBefore, ended.signal)
  const sweepPictures = () => tidyPictures(db, pictures, log, leftBefore, ended.signal)
  const tidyRecords = () => tidy(db, log, ended.signal)
  const finishRenamings = inTurns('renamings', () => renameNoted(db, { log, signal: ended.signal }))
  const ends = [
    // Reads first, because acquiring the lease is a write.
    repeat(every.renaming, async () => {
      if (await nextRenaming(db).catch(() => undefined)) await finishRenamings()
    }),
    repeat(every.line, () => agreeOnTime(db).catch(() => {}), Promise.resolve()),
    // Waits for one interval: a starting server has other work, and readers of the activity find new entries anyway.
    repeat(every.line, inTurns('activity', activityKeeper(db, log, ended.signal)), Promise.resolve()),
    repeat(
      every.line,
      inTurns('search index', () => mergeSegments(db, resourceNames, ended.signal)),
      Promise.resolve(),
    ),
    repeat(every.record, inTurns('records', tidyRecords)),
    repeat(every.file, inTurns('trash', emptyTrash)),
    repeat(every.file, tidyOwnFolders),
    repeat(every.file, inTurns('files', sweepPictures)),
  ]
  return async () => {
    ended.abort()
    await Promise.all(ends.map((end) => end()))
  }
}

/**
 * Runs `work` now, and then every `interval` milliseconds. A caller that passes a promise as `begun` skips the first run. A round is skipped
 * while another is still running. `work` must not throw. Returns a function that stops the rounds and waits for the running one.
 */
export function repeat(interval: number, work: () => Promise<void>, begun = work()): () => Promise<void> {
  let isFree = false
  const round = async (work: Promise<void>) => {
    isFree = false
    await work
    isFree = true
  }
  let underWay = round(begun)
  const timer = setInterval(() => {
    if (isFree) underWay = round(work())
  }, interval).unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}

/**
 * Runs one round of clean-ups; `ended` stops the round early. Several servers may run this at the same time, because each statement is
 * complete in itself.
 */
export async function tidy(db: Database, log: FastifyBaseLogger, ended?: AbortSignal): Promise<void> {
  for (const chore of cleanUps) {
    if (ended?.aborted) return
    await chore(db).catch((err: unknown) => log.warn({ err }, 'maintenance failed; will retry in the next run'))
  }
}

/** Cleans this machine's own folders; `alone` is `leftBefore`, or 0. */
async function tidyFolders(
  db: Database,
  { incoming, copies }: Pictures,
  dataDir: string,
  log: FastifyBaseLogger,
  alone: number,
  ended: AbortSignal,
): Promise<void> {
  const before = Math.max(alone, Date.now() - safeAge.incoming)
  const report = leftOut(log)
  const steps: (() => Promise<unknown>)[] = [
    () => clearIncoming(incoming, before, report),
    () => clearMigrated(migrationBackups(dataDir)),
    ...(copies
      ? [
          () => clearIncoming(incomingFolder(copiesFolder(dataDir)), before, report),
          // Erased pictures must disappear from the local copies as well.
          () => sweep(db, copies, Date.now(), ended, report),
        ]
      : []),
  ]
  for (const step of steps)
    await step().catch((err: unknown) => {
      if (!ended.aborted) log.warn({ err }, 'could not clean up the data folder; will retry in the next run')
    })
}

/** Returns a function that logs a file or folder that a round skipped. */
const leftOut =
  (log: FastifyBaseLogger): Report =>
  (name, err) =>
    log.warn({ err, name }, 'skipped an image file that could not be read or deleted; will retry in the next run')

/** Cleans the media that all servers share, and stores missing digests. */
async function tidyPictures(db: Database, { media, copies }: Pictures, log: FastifyBaseLogger, alone: number, ended: AbortSignal) {
  // A store has a clock of its own, so `alone` doesn't apply to its files.
  const before = Math.max(copies ? 0 : alone, Date.now() - safeAge.media)
  const report = leftOut(log)
  try {
    const foreign = await sweep(db, media, before, ended, report)
    if (foreign > 0) log.warn({ images: foreign }, 'the media folder contains images from another database; they were left unchanged')
  } catch (err) {
    if (!ended.aborted) log.warn({ err }, 'could not delete unused images; will retry in the next run')
  }
  await keepDigests(db, media, ended, report).catch((err: unknown) => {
    if (!ended.aborted) log.warn({ err }, 'could not save image checksums; will retry in the next run')
  })
}
