import { execFile } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { archivesIn, prune } from './archives.ts'

const day = 24 * 3_600_000

/**
 * Makes a backup each day at the time that the settings name, and one at the start where the last is older than a day: a machine that is
 * off at night gets one as well. A process of its own does it. Answers what ends this.
 */
export function backUpDaily({ folder, at, keep }: NonNullable<Config['backups']>, log: FastifyBaseLogger): () => void {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function make() {
    try {
      await mkdir(folder, { recursive: true })
      const told = await inBackground(ended.signal)
      await prune(folder, keep)
      log.info(told)
    } catch (err) {
      if (!ended.signal.aborted) log.error({ err }, 'the backup failed')
    }
  }

  async function begin() {
    // Where that can't be said, there is no backup to rely on.
    if (await isDue(folder).catch(() => true)) await make()
    wait()
  }

  function wait() {
    if (ended.signal.aborted) return
    timer = setTimeout(() => make().then(wait), next(at, new Date()).getTime() - Date.now()).unref()
  }

  void begin()
  return () => {
    ended.abort()
    clearTimeout(timer)
  }
}

/** The next time that a clock shows `at`, "HH:mm", after `now`. */
export function next(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const then = new Date(now)
  then.setHours(hours, minutes, 0, 0)
  if (then <= now) then.setDate(then.getDate() + 1)
  return then
}

async function isDue(folder: string): Promise<boolean> {
  const last = (await archivesIn(folder)).at(-1)
  if (last === undefined) return true
  const { mtimeMs } = await stat(join(folder, last))
  return mtimeMs < Date.now() - day
}

function inBackground(signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'backup'], { signal }, (error, output, told) => {
    if (error) reject(new Error(told.trim() || error.message, { cause: error }))
    else resolve(output.trim())
  })
  return promise
}
