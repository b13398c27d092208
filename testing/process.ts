import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { server } from '#scripts/setup/built.js'
import { product } from '#scripts/setup/product.js'
import { prepare } from '#scripts/setup.js'
import { adminPassword } from './app.ts'
import { startPostgres } from './postgres.ts'

export type Launched = { process: ChildProcess; output: () => string; ended: Promise<number | null> }
export type Running = Launched & { url: string }

/** `program` runs instead of the product, with the arguments `words`. `beside` is loaded before the product. `uid` is another account. */
type How = { program?: string; words?: string[]; beside?: string; uid?: number }

/**
 * Runs the product as separate processes, on SQLite, in a temporary `DATA_DIR` unless told otherwise; builds the product if necessary. `end` kills
 * all processes and removes the folder.
 */
export async function processes() {
  await prepare([server])
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-process-'))
  const launched: ChildProcess[] = []

  /** Starts a process without waiting for it. */
  function launch(env: Record<string, string>, { program, words = [], beside, uid }: How = {}): Launched {
    const { TEST_DATABASE: _, TEST_DATABASE_URL: __, DATABASE_URL: ___, ...inherited } = process.env
    const args = program ? [program, ...words] : [...product.flags, ...(beside ? ['--import', beside] : []), product.file]
    const child = spawn(process.execPath, args, {
      env: { ...inherited, ...(program ? {} : product.env), PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
    })
    launched.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    return { process: child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
  }

  /** Starts a process and waits until it prints its address. Throws its output if it ends before that, or takes 20 seconds. */
  const start = (env: Record<string, string> = {}, how: How = {}) => started(launch({ ADMIN_PASSWORD: adminPassword, ...env }, how))

  async function started(running: Launched): Promise<Running> {
    for (let waited = 0; ; waited += 20) {
      const url = /runs at (http:\/\/\S+)/.exec(running.output())?.[1]
      if (url) return { ...running, url }
      if (running.process.exitCode !== null || waited >= 20_000) throw new Error(`It did not start:\n${running.output()}`)
      await pause(20)
    }
  }

  async function end(): Promise<void> {
    for (const child of launched) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }

  return { folder, launch, started, start, end }
}

/** Like `processes`, with a PostgreSQL server that `end` also stops, even after errors. */
export async function processesOnPostgres() {
  const all = await processes()
  const postgres = await startPostgres()
  async function end(): Promise<void> {
    await all.end()
    await postgres[Symbol.asyncDispose]()
  }
  return { ...all, postgres, end }
}

/** Sends `signal`, and returns the exit code when the process has ended. */
export async function stop({ process: child, ended }: Launched, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal)
  return ended
}

/** Signs in, and returns the headers for calls that send JSON. */
export async function signIn(url: string, username = 'admin', password = adminPassword): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify({ username, password }) })
  const { token } = (await reply.json()) as { token: string }
  return { ...headers, authorization: `Bearer ${token}` }
}
