import { type ChildProcess, spawn } from 'node:child_process'

/** The result of a command: its exit code (`null` if a signal ended it or it never started) and its output. */
export type Ending = { code: number | null; output: string }

type Options = {
  env?: Record<string, string>
  /** Prints the output as it arrives instead of collecting it. */
  live?: boolean
  /** The time in milliseconds after which the command counts as hanging and is ended. */
  timeLimit?: number
}

/** Aborts when this run receives a stop signal, so that all its processes end too. */
export const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort(signal))

/** The time that a command has to end after a request to stop, in milliseconds. */
const grace = 5_000
const minutes = 60_000

/** Runs a file under the Node that runs this process. */
export function node(args: string[], options: Options = {}): Promise<Ending> {
  return command(process.execPath, args, options)
}

/** Runs a program to its end, and ends all processes that it leaves running. */
export function command(file: string, args: string[], { env = {}, live = false, timeLimit = 8 * minutes }: Options = {}): Promise<Ending> {
  return new Promise((resolve) => {
    let output = ''
    const stdio = live ? 'inherit' : 'pipe'
    // A process group of its own, so that the child can be ended with all processes that it started.
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
      output += `\nThe command was stopped after ${timeLimit / minutes} minutes.`
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
    // All its processes have already ended.
  }
}
