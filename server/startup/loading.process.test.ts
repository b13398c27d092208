import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, test } from 'node:test'
import { isLinux, memoryOf } from '#testing/linux.ts'
import { processes, signIn, stop } from '#testing/process.ts'

/**
 * Loaded into the server's process. Reports at the end which files and parts of Node were loaded, one a line, and where the server registered
 * for signals.
 */
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

let told: string
let files: string[]
let ofNode: string[]
/** In MB. */
let memory: { atFirst: number; signedIn: number }
before(async () => {
  const startOnce = async () => {
    const { start, end } = await processes()
    after(end)
    const server = await start({ LOG_LEVEL: 'silent', NODE_DISABLE_COMPILE_CACHE: '1' }, { beside: recorder })
    assert.equal((await fetch(`${server.url}/api/movies`)).status, 200)
    const now = () => (isLinux ? Math.round(memoryOf(server.process.pid ?? 0) / 1_000_000) : 0)
    const atFirst = now()
    await Promise.all(Array.from({ length: 4 }, () => signIn(server.url)))
    const signedIn = now()
    await stop(server)
    told = server.output()
    return { atFirst, signedIn }
  }
  const starts = [await startOnce(), await startOnce()]
  // What a start compiles takes now and then some MB more.
  memory = starts.reduce((one, other) => (one.atFirst <= other.atFirst ? one : other))
  const lines = told.split('\n')
  files = lines.filter((line) => line.startsWith('file:'))
  ofNode = lines.filter((line) => line.startsWith('NativeModule '))
})

test('it is made of two files, and loads no decoder and no driver of PostgreSQL until somebody needs them', () => {
  assert.deepEqual(files.map((file) => basename(file)).sort(), ['built.cjs', 'main.cjs'])
})

test('it takes a byte for each letter of what it was built into, where V8 would take two for all of them because of one', () => {
  const [, built = ''] = files.map((file) => readFileSync(new URL(file)).toString('latin1')).sort((one, other) => one.length - other.length)
  assert.deepEqual(built.match(/.{0,40}[\u0080-\uffff]/), null)
})

test("of Node it loads the HTTP server, neither TLS nor the client beside it, which takes as long as all of the server's own code", () => {
  assert.ok(ofNode.includes('NativeModule _http_server'))
  const besides = ['undici', 'tls', 'http2', 'https']
  assert.deepEqual(
    ofNode.filter((part) => besides.some((name) => part.includes(name))),
    [],
  )
})

test('it takes little memory before it has done much', { skip: isLinux ? false : 'it is read from /proc' }, () => {
  // 89 where compiled code was kept from the last start. At rest 130 are allowed.
  assert.ok(memory.atFirst < 125, `${memory.atFirst} MB`)
})

test('it gives back the 19 MB that a password takes to check', { skip: isLinux ? false : 'it is read from /proc' }, () => {
  assert.ok(memory.signedIn < memory.atFirst + 15, `from ${memory.atFirst} to ${memory.signedIn} MB with four at once`)
})

test('its stack traces tell the lines that were written', () => {
  assert.match(told, /\/server\/main\.ts:\d+:\d+/)
})
