import { type ChildProcess, spawn } from 'node:child_process'

/** The end of a command: its exit code (`null` where a signal ended it or it never began) and everything it printed. */
export type Ending = { code: number | null; output: string }

type Options = {
  env?: Record<string, string>
  /** Shows the output as it comes instead of collecting it. */
  live?: boolean
  /** After so many milliseconds it counts as hanging, and is ended. */
  timeLimit?: number
}

/** Aborts when this run is told to stop, so that nothing that it started is left behind. */
export const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort(signal))

/** How long a command has for ending in order once it is asked to, in milliseconds. */
const grace = 5_000
const minutes = 60_000

/** Runs a file under this very Node. */
export function node(args: string[], options: Options = {}): Promise<Ending> {
  return command(process.execPath, args, options)
}

/** Runs a program to its end, and ends whatever it leaves running. */
export function command(file: string, args: string[], { env = {}, live = false, timeLimit = 8 * minutes }: Options = {}): Promise<Ending> {
  return new Promise((resolve) => {
    let output = ''
    const stdio = live ? 'inherit' : 'pipe'
    // A group of its own, so that it can be ended with all that it started.
    const child = spawn(file, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', stdio, stdio],
      detached: process.platform !== 'win32',
    })
    const stop = () => {
      endGroup(child, 'SIGINT')
      setTimeout(() => endGroup(child, 'SIGKILL'), grace).unref()
    }
    const deadline = setTimeout(() => {
      output += `\nIt was ended after ${timeLimit / minutes} minutes.`
      stop()
    }, timeLimit)
    interruption.signal.addEventListener('abort', stop)
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }))
    child.on('exit', () => endGroup(child, 'SIGKILL'))
    child.on('close', (code) => {
      clearTimeout(deadline)
      interruption.signal.removeEventListener('abort', stop)
      resolve({ code, output })
    })
  })
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals) {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // Nothing of it runs any more.
  }
}
