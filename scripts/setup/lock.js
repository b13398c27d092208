import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'

const folder = join(root, '.setup', 'lock')
const pidFile = join(folder, 'pid')
const heartbeat = 1_000
/** The time in milliseconds after which a silent lock holder counts as gone, because its machine or container went down. */
const longestSilence = 30_000

/** Runs `work` while no other set-up of this checkout runs. Waits for a running one first. */
export async function exclusively(work) {
  await acquire()
  const beat = setInterval(() => utimesSync(folder, new Date(), new Date()), heartbeat)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function acquire() {
  mkdirSync(join(root, '.setup'), { recursive: true })
  for (let told = false; !take(); told = true) {
    if (isAbandoned()) rmSync(folder, { recursive: true, force: true })
    else {
      if (!told) console.log('Waiting for another setup of this folder to finish…')
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

function take() {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(pidFile, String(process.pid))
  return true
}

function isAbandoned() {
  try {
    if (Date.now() - statSync(folder).mtimeMs > longestSilence) return true
    const pid = Number(readFileSync(pidFile, 'utf8'))
    return pid === process.pid || !isRunning(pid)
  } catch {
    return false // It was released, or its holder is about to write the file.
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
