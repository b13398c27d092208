import type { FastifyBaseLogger } from 'fastify'
import { resourceNames } from '#contract/all.ts'
import { forgetOldDevices } from './access/devices.ts'
import { forgetOverSessions } from './access/sessions.ts'
import { forgetOldAttempts } from './access/throttle.ts'
import { activityKeeper } from './activity/keeping.ts'
import { clearMigrated, migrationBackups } from './backup/archives.ts'
import { nextRenaming, renameNoted } from './bookings/renaming.ts'
import type { Config } from './config.ts'
import { forgetOldChanges } from './database/changes.ts'
import { inTurn } from './database/chores.ts'
import { agreeOnTime } from './database/clock.ts'
import type { Database } from './database/schema.ts'
import { eraseByAge } from './erasure.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { forgetOldClaims } from './images/claimed-media.ts'
import { keepDigests } from './images/digests.ts'
import { incomingFolder } from './images/local-media.ts'
import type { Report } from './images/media.ts'
import { copiesFolder, type Pictures } from './images/open-media.ts'
import { clearIncoming, safeAge, sweep } from './images/sweep.ts'
import { mergeSegments } from './lists/search-index.ts'

/** In milliseconds. */
const every = { renaming: 2_000, line: 60_000, record: 10 * 60_000, file: 3_600_000 }

const chores = [forgetOverSessions, forgetOldAttempts, forgetOldDevices, forgetOldKeys, forgetOldClaims, forgetOldChanges]

/**
 * Clears away what is over, outside of requests, now and then. Answers what ends it, after the chore under way.
 * `leftBefore` (milliseconds since 1970) is for a server that is alone with its media: unrecorded files from before are nobody's, however young.
 */
export function keepHouse(
  { db, ...pictures }: { db: Database } & Pictures,
  config: Config,
  log: FastifyBaseLogger,
  leftBefore = 0,
): () => Promise<void> {
  const ended = new AbortController()
  const inTurns = (name: string, work: () => Promise<void>) => () =>
    inTurn(db, name, ended.signal, work).catch((err: unknown) => log.warn({ err }, 'housekeeping failed, the next round tries again'))
  const emptyTrash = () =>
    eraseByAge(db, config, ended.signal, undefined, (resource, id, reason) =>
      log.warn({ resource, id, reason }, 'a record could not be taken away for good, it is tried again in a day'),
    ).catch((err: unknown) => log.warn({ err }, 'the trash could not be emptied, the next round tries again'))
  const tidyOwnFolders = () => tidyFolders(db, pictures, config.dataDir, log, leftBefore, ended.signal)
  const sweepPictures = () => tidyPictures(db, pictures, log, leftBefore, ended.signal)
  const tidyRecords = () => tidy(db, log, ended.signal)
  const finishRenamings = inTurns('renamings', () => renameNoted(db, { log, signal: ended.signal }))
  const ends = [
    // A look first: taking one's turn is a write.
    repeat(every.renaming, async () => {
      if (await nextRenaming(db).catch(() => undefined)) await finishRenamings()
    }),
    repeat(every.line, () => agreeOnTime(db).catch(() => {}), Promise.resolve()),
    // Not at once: a server that starts has other things to do, and who reads the activity finds what is new in it.
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
 * Does `chore` now (or, where `begun` stands in for that, not yet) and every so many milliseconds. A round whose time comes while another is still
 * under way is left out. `chore` doesn't throw. Returns a function that ends the rounds and waits for the one under way.
 */
export function repeat(interval: number, chore: () => Promise<void>, begun = chore()): () => Promise<void> {
  let isFree = false
  const round = async (work: Promise<void>) => {
    isFree = false
    await work
    isFree = true
  }
  let underWay = round(begun)
  const timer = setInterval(() => {
    if (isFree) underWay = round(chore())
  }, interval).unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}

/** One round, which `ended` ends early. Should several servers do this at the same time, no harm is done: each statement is complete in itself. */
export async function tidy(db: Database, log: FastifyBaseLogger, ended?: AbortSignal): Promise<void> {
  for (const chore of chores) {
    if (ended?.aborted) return
    await chore(db).catch((err: unknown) => log.warn({ err }, 'housekeeping failed, the next round tries again'))
  }
}

/** What lies in this machine's own folders; `alone` is `leftBefore`, or 0. */
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
          // A picture that was erased goes from here as well.
          () => sweep(db, copies, Date.now(), ended, report),
        ]
      : []),
  ]
  for (const step of steps)
    await step().catch((err: unknown) => {
      if (!ended.aborted) log.warn({ err }, 'the data folder could not be tidied, the next round tries again')
    })
}

/** Logs a file or folder that a round had to leave out. */
const leftOut =
  (log: FastifyBaseLogger): Report =>
  (name, err) =>
    log.warn({ err, name }, 'a file of a picture was left out: it could not be read or removed, the next round tries again')

/** What all servers that share the pictures have in common. */
async function tidyPictures(db: Database, { media, copies }: Pictures, log: FastifyBaseLogger, alone: number, ended: AbortSignal) {
  // A store has a clock of its own.
  const before = Math.max(copies ? 0 : alone, Date.now() - safeAge.media)
  const report = leftOut(log)
  try {
    const foreign = await sweep(db, media, before, ended, report)
    if (foreign > 0) log.warn({ images: foreign }, 'the media folder holds images of another database, they were left alone')
  } catch (err) {
    if (!ended.aborted) log.warn({ err }, 'the pictures could not be swept, the next round tries again')
  }
  await keepDigests(db, media, ended, report).catch((err: unknown) => {
    if (!ended.aborted) log.warn({ err }, 'the digests of pictures could not be kept, the next round tries again')
  })
}
