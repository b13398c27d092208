import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { adminPassword } from '#testing/app.ts'
import { isLinux, memoryOf } from '#testing/linux.ts'

/** Loaded beside the server, it tells at the end which files were, one a line, and which parts of Node. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  process.on('exit', () => console.error([...urls, ...process.moduleLoadList].join('\\n')))
`)}`

let files: string[]
let ofNode: string[]
let memory: number
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-loading-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['--import', recorder, join(import.meta.dirname, 'main.ts')], {
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
  const lines = (await told).split('\n')
  files = lines.filter((line) => line.startsWith('file:'))
  ofNode = lines.filter((line) => line.startsWith('NativeModule '))
})

const filesOf = (name: string) => files.filter((file) => file.includes(`/node_modules/${name}/`)).length

test('the server loads what it needs', () => {
  for (const name of ['fastify', 'kysely', 'zod']) assert.ok(filesOf(name) > 10, name)
})

test('until somebody needs them it loads no decoder, no driver of PostgreSQL, no compiler of schemas and no foreign languages', () => {
  for (const name of ['sharp', 'pg', 'pg-protocol', 'ajv', 'glob', 'zod/v4/locales']) assert.equal(filesOf(name), 0, name)
})

test("of Node it loads the HTTP server, not the client beside it, which takes as long as all of the server's own files", () => {
  assert.ok(ofNode.includes('NativeModule _http_server'))
  assert.deepEqual(
    ofNode.filter((part) => part.includes('undici')),
    [],
  )
})

test('it is made of few files: each takes its time and its memory at every start', () => {
  assert.ok(files.length < 700, `${files.length} files`)
})

test('it takes little memory before it has done much', { skip: isLinux ? false : 'it is read from /proc' }, () => {
  // A hundred where compiled code was kept from the last start; stripping types takes the rest.
  assert.ok(memory < 150_000_000, `${Math.round(memory / 1_000_000)} MB`)
})
