import { execFile } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { archivesIn, prune } from './archives.ts'
import { incomplete } from './backup.ts'

/** In milliseconds. */
const day = 24 * 3_600_000
const usualPause = 3_600_000

/**
 * Makes a backup each day at the time that the settings name, and one at the start where the last is older than a day: a machine that is
 * off at night gets one as well. One that failed is tried again after `pause` milliseconds. A process of its own does it. Answers what ends this.
 */
export function backUpDaily({ folder, at, keep }: NonNullable<Config['backups']>, log: FastifyBaseLogger, pause = usualPause): () => void {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined

  /** Answers whether there is one now. */
  async function make(): Promise<boolean> {
    try {
      await mkdir(folder, { recursive: true })
      const { outcome, isComplete } = await inBackground(ended.signal)
      log[isComplete ? 'info' : 'error'](outcome)
    } catch (err) {
      if (!ended.signal.aborted) log.error({ err }, 'the backup failed, it is tried again in an hour')
      return false
    }
    await prune(folder, keep).catch((err: unknown) => log.error({ err }, 'backups that are too old could not be removed'))
    return true
  }

  async function begin() {
    // Where that can't be said, there is no backup to rely on.
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
 * The next time after `now` that a clock shows `at`, "HH:mm": once on each day. On the day that clocks are put forward over it, it is as much later;
 * where they show it twice, it is the first time.
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

/** Makes the backup, which may lack pictures that can't be read: it is not `isComplete` then. */
function inBackground(signal: AbortSignal): Promise<{ outcome: string; isComplete: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ outcome: string; isComplete: boolean }>()
  execFile(process.execPath, [join(import.meta.dirname, '..', 'commands', 'backup.ts'), 'backup'], { signal }, (error, output, told) => {
    if (error && error.code !== incomplete) reject(new Error(told.trim() || error.message, { cause: error }))
    else resolve({ outcome: output.trim(), isComplete: !error })
  })
  return promise
}
