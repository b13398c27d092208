import type { FastifyBaseLogger } from 'fastify'
import { forgetOldDevices } from './access/devices.ts'
import { forgetOverSessions } from './access/sessions.ts'
import { forgetOldAttempts } from './access/throttle.ts'
import { activityKeeper } from './activity/keeping.ts'
import type { Config } from './config.ts'
import { inTurn } from './database/chores.ts'
import { agreeOnTime } from './database/clock.ts'
import type { Database } from './database/schema.ts'
import { eraseByAge } from './erasure.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { keepDigests } from './images/digests.ts'
import type { Media } from './images/media.ts'
import { safeAge, sweep } from './images/sweep.ts'

/** In milliseconds. */
const every = { line: 60_000, record: 10 * 60_000, file: 3_600_000 }

const chores = [forgetOverSessions, forgetOldAttempts, forgetOldDevices, forgetOldKeys]

/**
 * Clears away what is over, outside of requests, now and then. Answers what ends it, after the chore under way.
 * `leftBefore` (milliseconds since 1970) is for a server that is alone with its media: unrecorded files from before are nobody's, however young.
 */
export function keepHouse(
  { db, media }: { db: Database; media: Media },
  config: Config,
  log: FastifyBaseLogger,
  leftBefore?: number,
): () => Promise<void> {
  const ended = new AbortController()
  const inTurns = (name: string, work: () => Promise<void>) => () =>
    inTurn(db, name, ended.signal, work).catch((err: unknown) => log.warn({ err }, 'housekeeping failed, the next round tries again'))
  const emptyTrash = () =>
    eraseByAge(db, config, ended.signal).catch((err: unknown) =>
      log.warn({ err }, 'the trash could not be emptied, the next round tries again'),
    )
  const sweepFiles = () => tidyFiles(db, media, log, leftBefore ?? 0, ended.signal)
  const tidyRecords = () => tidy(db, log, ended.signal)
  const ends = [
    repeat(every.line, () => agreeOnTime(db).catch(() => {}), Promise.resolve()),
    // Not at once: a server that starts has other things to do, and who reads the activity finds what is new in it.
    repeat(every.line, inTurns('activity', activityKeeper(db, log, ended.signal)), Promise.resolve()),
    repeat(every.record, inTurns('records', tidyRecords)),
    repeat(every.file, inTurns('trash', emptyTrash)),
    repeat(every.file, inTurns('files', sweepFiles)),
  ]
  return async () => {
    ended.abort()
    await Promise.all(ends.map((end) => end()))
  }
}

/** Does `chore` now (or, where `begun` stands in for that, not yet) and every so many milliseconds, never twice at a time. `chore` doesn't throw. */
function repeat(interval: number, chore: () => Promise<void>, begun = chore()): () => Promise<void> {
  let underWay = begun
  const timer = setInterval(() => {
    underWay = underWay.then(chore)
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

async function tidyFiles(db: Database, media: Media, log: FastifyBaseLogger, leftBefore: number, ended: AbortSignal): Promise<void> {
  const old = (age: number) => Math.max(leftBefore, Date.now() - age)
  try {
    const foreign = await sweep(db, media, { media: old(safeAge.media), incoming: old(safeAge.incoming) }, ended)
    if (foreign > 0) log.warn({ images: foreign }, 'the media folder holds images of another database, they were left alone')
    await keepDigests(db, media, ended)
  } catch (err) {
    if (!ended.aborted) log.warn({ err }, 'the media folder could not be swept, the next round tries again')
  }
}
