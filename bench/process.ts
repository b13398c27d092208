import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { freePort } from '#scripts/free-port.js'
import type { product } from '#scripts/setup/product.js'

export type Running = {
  url: string
  process: ChildProcess
  /** In ms, from its start to the moment when it took a connection. */
  startedIn: number
  stop: () => Promise<void>
}

export type Launch = {
  args?: string[]
  env?: Record<string, string>
  /** For Node itself. */
  flags?: string[]
  /** The file that its log goes to. */
  log?: string
  /** Not on one core: with all that it starts it has the machine, as where it is installed. */
  isFree?: boolean
}

/** Starts the product or a peer (a script) as a process of its own, on one core, and answers when it takes connections. */
export async function launch(
  server: typeof product | string,
  { args = [], env = {}, flags = [], log, isFree = false }: Launch = {},
): Promise<Running> {
  const its = typeof server === 'string' ? { file: server, flags: [], env: {} } : server
  const port = await freePort()
  const begun = performance.now()
  const [program = '', ...before] = [...(isFree ? onAllCores() : onServersCore()), process.execPath]
  const child = spawn(program, [...before, ...its.flags, ...flags, its.file, ...args], {
    env: { ...process.env, ...its.env, HOST: '127.0.0.1', ...env, PORT: String(port) },
    stdio: ['ignore', log === undefined ? 'ignore' : openSync(log, 'w'), 'inherit', 'ipc'],
  })
  while (!(await isTaken(port))) {
    if (child.exitCode !== null) throw new Error(`${its.file} ended with ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    startedIn: performance.now() - begun,
    async stop() {
      if (child.exitCode === null && child.kill()) await once(child, 'exit')
    },
  }
}

const cores = availableParallelism()

/** How servers are started on the core that they have to themselves; `undefined` until the first one asks for it. */
let onOneCore: string[] | undefined

/**
 * Where the machine has several cores and Linux's `taskset`, servers that are compared have the last one, and this process and what else it starts
 * the others. Not before there is such a server: a browser that had to do with what is left would be twice as slow.
 */
function onServersCore(): string[] {
  onOneCore ??= sharedOut()
  return onOneCore
}

function sharedOut(): string[] {
  const last = cores - 1
  if (process.platform !== 'linux' || last === 0) return []
  const moved = spawnSync('taskset', ['-a', '-c', '-p', `0-${last - 1}`, String(process.pid)], { stdio: 'ignore' })
  return moved.status === 0 ? ['taskset', '-c', String(last)] : []
}

/** Once this process has given some away, what it starts would inherit that. */
const onAllCores = () => (onOneCore && onOneCore.length > 0 ? ['taskset', '-c', `0-${cores - 1}`] : [])

export const place = () => (onServersCore().length > 0 ? 'the server on a core of its own' : 'server and bench share all cores')

function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
