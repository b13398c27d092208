import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { answerError } from './error-handler.ts'
import { webApp } from './web-app.ts'

let folder: string
let app: FastifyInstance
/** What the log has to say of anything. */
const complaints: string[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-built-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  const files = { 'index.html': '<p>page', '.vite/manifest.json': '{}', 'favicon.svg': '<svg/>', secret: 'no ending' }
  const assets = {
    'assets/app-1a2b.js': 'plain',
    'assets/app-1a2b.js.br': 'brotli',
    'assets/app-1a2b.js.gz': 'gzip',
    'assets/a.woff2': 'font',
  }
  for (const [name, content] of Object.entries({ ...files, ...assets })) await writeFile(join(folder, name), content)
  app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void complaints.push(line) } } })
  app.setErrorHandler(answerError)
  await webApp(app, folder, { trailerHosts: [], trashDays: 90 })
})
after(async () => {
  assert.deepEqual(complaints, [])
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => app.inject({ method, url, headers })

describe('a built file', () => {
  for (const [accepted, encoding, body] of [
    [undefined, undefined, 'plain'],
    ['gzip, deflate, br', 'br', 'brotli'],
    ['GZIP', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
    ['*', 'gzip', 'gzip'],
    ['br;q=0, *', 'gzip', 'gzip'],
    ['identity, zstd', undefined, 'plain'],
  ] as const) {
    test(`is sent ${encoding ? `as ${encoding}` : 'as it is'} to who accepts ${accepted ?? 'nothing'}`, async () => {
      const reply = await get('/assets/app-1a2b.js?v=1', accepted === undefined ? {} : { 'accept-encoding': accepted })
      assert.deepEqual([reply.statusCode, reply.body, reply.headers['content-encoding']], [200, body, encoding])
      assert.equal(reply.headers.vary, 'accept-encoding')
      assert.match(String(reply.headers['content-type']), /^application\/javascript/)
    })
  }

  test('may be kept for good where its name tells its content, else it is asked for each time', async () => {
    assert.match(String((await get('/assets/a.woff2')).headers['cache-control']), /max-age=31536000, immutable/)
    const { headers } = await get('/favicon.svg')
    assert.deepEqual([headers['cache-control'], headers['content-type']], ['no-cache', 'image/svg+xml'])
    const again = await get('/favicon.svg', { 'if-none-match': headers.etag })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  })

  test('answers HEAD without its body', async () => {
    const { statusCode, headers, body } = await get('/favicon.svg', {}, 'HEAD')
    assert.deepEqual([statusCode, headers['content-length'], body], [200, '6', ''])
  })
})

describe('nothing but built files is sent', () => {
  for (const url of [
    '/assets/gone.js',
    '/assets/app-1a2b.js.br',
    '/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/..%2f..%2fetc/passwd.txt',
    '/assets/',
  ]) {
    test(url, async () => assert.equal((await get(url)).statusCode, 404))
  }

  test('and not to who sends something', async () => {
    assert.equal((await get('/favicon.svg', {}, 'POST')).statusCode, 404)
  })

  test('a folder or a file without an ending is a screen', async () => {
    for (const url of ['/', '/index.html/x', '/secret', '/movies']) assert.equal((await get(url)).body, '<p>page', url)
  })
})
