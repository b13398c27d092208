import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/schema.ts'
import type { SampleDataLoader } from '#server/dependencies.ts'
import { isLeased, withLease } from '#server/jobs/lease.ts'

/** The lease under which one server of the chain loads sample data at a time. */
const lease = 'sample data'
const program = join(import.meta.dirname, '..', '..', 'seed', 'main.ts')

const failed = "The sample data couldn't be loaded. Nothing was added. Try again, or contact your administrator."

/**
 * Loads sample data in a process of its own, with the program behind `npm run seed`: drawing the pictures would block the event loop. `close`
 * stops a running load, which takes back what it has added.
 */
export function sampleDataLoader(db: Database, config: Config): SampleDataLoader & { close(): Promise<void> } {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let [step, error] = ['', '']

  async function load(userId: string, log: FastifyBaseLogger) {
    const env = { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '' }
    const child = spawn(process.execPath, [program, userId], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const stop = () => child.kill('SIGTERM')
    closing.signal.addEventListener('abort', stop)
    let said = ''
    child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-5_000)))
    createInterface(child.stdout).on('line', (line) => (step = line.endsWith('…') ? line.slice(0, -1) : step))
    const [code] = await once(child, 'close')
    closing.signal.removeEventListener('abort', stop)
    if (code === 0 || closing.signal.aborted) return
    log.error({ said: said.trim() }, 'the sample data could not be loaded')
    error = failed
  }

  return {
    async state() {
      const isLoading = running !== undefined || (await isLeased(db, lease))
      return { isLoading, step, error }
    },
    start(userId, log) {
      error = ''
      running ??= withLease(db, lease, closing.signal, () => load(userId, log))
        .catch((err: unknown) => {
          log.error({ err }, 'the sample data could not be loaded')
          error = failed
        })
        .finally(() => {
          step = ''
          running = undefined
        })
    },
    async close() {
      closing.abort()
      await running
    },
  }
}
