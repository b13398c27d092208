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
  /** The time from the process's start to its first accepted connection, in ms. */
  startedIn: number
  stop: () => Promise<void>
}

export type Launch = {
  args?: string[]
  env?: Record<string, string>
  /** Flags for Node itself. */
  flags?: string[]
  /** The file for the process's log. */
  log?: string
  /** Runs the process and its children on all cores, as in an installation, instead of on one. */
  isFree?: boolean
}

/** Starts the product or a peer (a script) as a process on one core. Returns when it accepts connections. */
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

/** The command prefix that starts a server on its own core; `undefined` until the first server needs it. */
let onOneCore: string[] | undefined

/**
 * Reserves the last core for the compared servers, on a machine with several cores and Linux's `taskset`. This process and its other children get the
 * other cores. The split happens with the first such server: a browser limited to the other cores would be twice as slow.
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

/** The command prefix that gives a child all cores: after the split, children would inherit this process's limit. */
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
