import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..')
const left = new Set(['node_modules', '.git', '.setup', 'dist', 'data', 'release'])

let folder: string
let checkout: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-odd-'))
  checkout = join(folder, process.platform === 'win32' ? 'c# 100%' : 'c# what?')
  await cp(root, checkout, { recursive: true, filter: (path) => !left.has(basename(path)) })
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction')
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a script of the checkout until it ends, or prints what `awaited` matches. Returns its output. */
async function run(script: string, words: string[], awaited?: RegExp): Promise<string> {
  const { NODE_COMPILE_CACHE: _, DATABASE_URL: __, NODE_TEST_CONTEXT: ___, ...inherited } = process.env
  const env = { ...inherited, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, [join(checkout, 'scripts', script), ...words], { env, cwd: checkout })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  while (child.exitCode === null && !awaited?.test(output)) await pause(50)
  child.kill()
  while (child.exitCode === null && child.signalCode === null) await pause(20)
  return output
}

test('a checkout in a folder with # and ? in its path builds, starts and runs a test', async () => {
  const runs = /runs at (http:\/\/\S+)/
  const started = await run('start.js', [], runs)
  assert.match(started, runs, started)
  const tested = await run('test.js', ['units', 'contract/dates'])
  assert.match(tested, /\n[1-9]\d* passed, 0 failed\n$/)
})
