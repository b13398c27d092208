import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { product } from '#scripts/setup/product.js'

/** The super user of a fresh server. */
export const admin = { username: 'admin', password: 'popcorn-and-velvet' }

/** How long a server may take to answer, in milliseconds; far more than it needs, since tests share the machine. */
const startLimit = 20_000

export type TestServer = {
  /** Where it answers, without a slash at the end. */
  url: string
  dataDir: string
  /** What it has printed so far. */
  log: () => string
  /** Ends it as an operator would, and removes its data folder. */
  stop: () => Promise<void>
  /** Ends it as a power cut would, and leaves its data folder where it is. */
  kill: () => Promise<void>
}

/**
 * Starts the real server as it was built, serving the built web app, on a free port.
 * @param settings environment settings on top of the usual ones; with `DATA_DIR`, that folder is used instead of a fresh one
 */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'moviebox-e2e-')))
  const usual = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [...product.flags, product.file], {
    env: { ...process.env, ...product.env, ...usual, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stdout.on('data', (chunk) => (log += chunk))
  child.stderr.on('data', (chunk) => (log += chunk))
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) await Promise.all([once(child, 'exit'), child.kill(signal)])
  }
  try {
    const url = await address(child, () => log)
    const stop = async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    }
    return { url, dataDir, log: () => log, stop, kill: () => end('SIGKILL') }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

/** The address that the server prints once it listens. */
async function address(child: ChildProcess, log: () => string): Promise<string> {
  for (const started = Date.now(); Date.now() - started < startLimit; await new Promise((resolve) => setTimeout(resolve, 25))) {
    const url = /runs at (http:\/\/\S+)/.exec(log())?.[1]
    if (url) return url
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}:\n${log()}`)
  }
  throw new Error(`The server didn't start within ${startLimit / 1000} s:\n${log()}`)
}
