import { execFile } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { archivesIn, prune } from './archives.ts'
import { incomplete } from './backup.ts'

/** In milliseconds: a day, and the pause after a failed backup. */
const day = 24 * 3_600_000
const usualPause = 3_600_000

/**
 * Makes a backup each day at the configured time, and one at the start if the last is older than a day. This covers a machine that is
 * off at night. A failed backup is tried again after `pause` milliseconds. Each backup runs in a separate process. Returns a function
 * that stops the schedule.
 */
export function backUpDaily({ folder, at, keep }: NonNullable<Config['backups']>, log: FastifyBaseLogger, pause = usualPause): () => void {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined

  /** Makes a backup. Returns whether it succeeded. */
  async function make(): Promise<boolean> {
    try {
      await mkdir(folder, { recursive: true })
      const { outcome, isComplete } = await inBackground(ended.signal)
      log[isComplete ? 'info' : 'error'](outcome)
    } catch (err) {
      if (!ended.signal.aborted) log.error({ err }, 'the backup failed; will retry in an hour')
      return false
    }
    await prune(folder, keep).catch((err: unknown) => log.error({ err }, 'could not delete old backups'))
    return true
  }

  async function begin() {
    // If the last backup's age is unknown, a backup is made.
    wait((await isDue(folder).catch(() => true)) ? await make() : true)
  }

  function wait(isMade: boolean) {
    if (ended.signal.aborted) return
    const untilNext = next(at, new Date()).getTime() - Date.now()
    timer = setTimeout(() => make().then(wait), isMade ? untilNext : Math.min(pause, untilNext)).unref()
  }

  void begin()
  return () => {
    ended.abort()
    clearTimeout(timer)
  }
}

/**
 * Returns the next time after `now` at which a clock shows `at`, "HH:mm", once a day. If the clocks skip that time, the result is later by the
 * skipped amount; if they show it twice, the result is the first.
 */
export function next(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const onDay = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes)
  const today = onDay(0)
  return today > now ? today : onDay(1)
}

async function isDue(folder: string): Promise<boolean> {
  const last = (await archivesIn(folder)).at(-1)
  if (last === undefined) return true
  const { mtimeMs } = await stat(join(folder, last))
  return mtimeMs < Date.now() - day
}

/** Makes the backup. `isComplete` is false if pictures are missing because they can't be read. */
function inBackground(signal: AbortSignal): Promise<{ outcome: string; isComplete: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ outcome: string; isComplete: boolean }>()
  execFile(
    process.execPath,
    [join(import.meta.dirname, '..', 'commands', 'backup.ts'), 'backup'],
    { signal },
    (error, output, errorOutput) => {
      if (error && error.code !== incomplete) reject(new Error(errorOutput.trim() || error.message, { cause: error }))
      else resolve({ outcome: output.trim(), isComplete: !error })
    },
  )
  return promise
}
