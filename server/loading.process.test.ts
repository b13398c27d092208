import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { adminPassword } from '#testing/app.ts'
import { isLinux, memoryOf } from '#testing/linux.ts'

const built = join(import.meta.dirname, '..', '.setup', 'server', 'main.js')

/** Loaded beside the server, it tells at the end which files were, one a line, which parts of Node, and from where the server asked for signals. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  const { on } = process
  let asking
  process.on = function (event, ...listener) {
    if (event === 'SIGTERM') asking = new Error()
    return on.call(this, event, ...listener)
  }
  process.on('exit', () => console.error([...urls, ...process.moduleLoadList, asking.stack].join('\\n')))
`)}`

let all: string
let files: string[]
let ofNode: string[]
let memory: number
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-loading-'))
  after(() => rm(folder, { recursive: true, force: true }))
  assert.ok(existsSync(built), '"npm test -- loading" builds the server first')
  const child = spawn(process.execPath, ['--import', recorder, built], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: '',
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const told = text(child.stderr)
  const [shown] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const url = /runs at (http:\/\/\S+)/.exec(shown)?.[1]
  assert.ok(url, shown)
  assert.equal((await fetch(`${url}/api/movies`)).status, 200)
  memory = isLinux ? memoryOf(child.pid ?? 0) : 0
  child.kill()
  all = await told
  const lines = all.split('\n')
  files = lines.filter((line) => line.startsWith('file:'))
  ofNode = lines.filter((line) => line.startsWith('NativeModule '))
})

test('it is made of two files, and loads no decoder and no driver of PostgreSQL until somebody needs them', () => {
  assert.deepEqual(files.map((file) => basename(file)).sort(), ['main.js', 'run.js'])
})

test("of Node it loads the HTTP server, not the client beside it, which takes as long as all of the server's own code", () => {
  assert.ok(ofNode.includes('NativeModule _http_server'))
  assert.deepEqual(
    ofNode.filter((part) => part.includes('undici')),
    [],
  )
})

test('it takes little memory before it has done much', { skip: isLinux ? false : 'it is read from /proc' }, () => {
  // A hundred where compiled code was kept from the last start.
  assert.ok(memory < 120_000_000, `${Math.round(memory / 1_000_000)} MB`)
})

test('its stack traces tell the lines that were written', () => {
  assert.match(all, /\/server\/run\.ts:\d+:\d+/)
})
