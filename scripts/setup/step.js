import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.js'

const memory = join(root, '.setup', 'seconds.json')

/**
 * Runs a command that takes a while, telling what for and how long it may still take.
 * The command's own output appears only where it fails, followed by `ifItFails`, a text or a function that makes one of that output.
 * @param {{ title: string, usualSeconds: number, command: string[], env?: object, shell?: boolean, ifItFails: string | ((output: string) => string) }} step
 */
export async function runStep({ title, usualSeconds, command: [file, ...args], env, shell = false, ifItFails }) {
  const expected = remembered()[title] ?? usualSeconds
  const stopTelling = tell(title, expected)
  const started = Date.now()
  const { code, output } = await run(file, args, { cwd: root, env: { ...process.env, ...env }, shell })
  const seconds = Math.max(1, Math.round((Date.now() - started) / 1000))
  stopTelling(code === 0 ? `${title}: done in ${seconds} s.` : `${title}: failed after ${seconds} s.`)
  if (code !== 0) throw new Error(`${output.trimEnd()}\n\n${typeof ifItFails === 'function' ? ifItFails(output) : ifItFails}`)
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify({ ...remembered(), [title]: seconds }))
}

function run(file, args, options) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Shows one line that rewrites itself in a terminal, or a line now and then elsewhere. Returns the function that ends it. */
function tell(title, expected) {
  const started = Date.now()
  const line = () => {
    const left = expected - Math.round((Date.now() - started) / 1000)
    return `${title}… ${left > 0 ? `about ${left} s left` : 'a little longer than usual'}`
  }
  const { isTTY } = process.stdout
  const show = () => process.stdout.write(isTTY ? `\r\x1b[K${line()}` : `${line()}\n`)
  show()
  const timer = setInterval(show, isTTY ? 1_000 : 20_000)
  return (last) => {
    clearInterval(timer)
    process.stdout.write(`${isTTY ? '\r\x1b[K' : ''}${last}\n`)
  }
}

function remembered() {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'))
  } catch {
    return {}
  }
}
