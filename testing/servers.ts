import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { adminPassword } from './app.ts'

const main = join(import.meta.dirname, '..', 'server', 'main.ts')

export type Launched = { process: ChildProcess; output: () => string; ended: Promise<number | null> }
export type Running = Launched & { url: string }

/** Starts the product as processes of their own, by default on SQLite in `folder`, and ends whatever is left of them with `close`. */
export async function servers() {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-process-'))
  const launched: ChildProcess[] = []

  function launch(env: Record<string, string>, { program = main, uid }: { program?: string; uid?: number } = {}): Launched {
    const { TEST_DATABASE: _, TEST_DATABASE_URL: __, DATABASE_URL: ___, ...inherited } = process.env
    const child = spawn(process.execPath, [program], {
      env: { ...inherited, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
    })
    launched.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    return { process: child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
  }

  async function started(running: Launched): Promise<Running> {
    for (let waited = 0; ; waited += 20) {
      const url = /runs at (http:\/\/\S+)/.exec(running.output())?.[1]
      if (url) return { ...running, url }
      assert.ok(running.process.exitCode === null && waited < 20_000, `it did not start:\n${running.output()}`)
      await pause(20)
    }
  }

  const start = (env: Record<string, string> = {}) => started(launch({ ADMIN_PASSWORD: adminPassword, ...env }))

  async function stop({ process: child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM') {
    child.kill(signal)
    return ended
  }

  /** The headers of the first super user. */
  async function signIn(url: string): Promise<Record<string, string>> {
    const reply = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: adminPassword }),
    })
    const { token } = (await reply.json()) as { token: string }
    return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }

  return {
    folder,
    launch,
    started,
    start,
    stop,
    signIn,
    async close() {
      for (const child of launched) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
