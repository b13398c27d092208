import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { needProgram } from '#scripts/checks/programs.ts'
import { freePort } from '#scripts/free-port.js'
import { adminPassword } from '#testing/app.ts'
import { multipartBody } from '#testing/pictures.ts'
import { processes } from '#testing/process.ts'
import { type Reply, throughProxy } from '#testing/through-proxy.ts'

const product = await processes()
after(product.end)
const { url } = await product.start({ TRUST_PROXY: '127.0.0.1' })

/** A server that sends two messages with a pause between them, like the event stream, and answers health checks. */
const speaker = createServer(async (request, response) => {
  if (request.url !== '/api/live') return response.end()
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  setTimeout(() => response.end('data: 2\n\n'), 600)
}).listen(0, '127.0.0.1')
after(() => speaker.close())

const nobody = async () => `127.0.0.1:${await freePort()}`
const textOf = ({ chunks }: Reply) => chunks.map(({ text }) => text).join('')
const json = { 'content-type': 'application/json' }

const kinds = [
  ['haproxy', 'haproxy'],
  ['nginx', 'nginx-light'],
] as const
const programs: [kind: 'haproxy' | 'nginx', program: string | undefined][] = []
for (const [kind, packageName] of kinds) programs.push([kind, await needProgram(kind, packageName)])

// The suites run concurrently: the product ends with the last known suite.
for (const [kind, program] of programs) {
  if (!program) console.log(`${kind} can't be had here: the example for it was not used.`)
  else describe(`the example for ${kind}`, () => used(kind, program))
}

function used(kind: 'haproxy' | 'nginx', program: string) {
  let proxy: Awaited<ReturnType<typeof throughProxy>>
  before(async () => {
    // Two of the three servers are down; callers must not notice.
    proxy = await throughProxy(kind, program, [await nobody(), new URL(url).host, await nobody()])
  })
  after(() => proxy.end())

  const signIn = async (from: string) => {
    const body = JSON.stringify({ username: 'admin', password: adminPassword })
    const reply = await proxy.ask('/api/login', { method: 'POST', headers: { ...json, 'x-forwarded-for': '203.0.113.9' }, body, from })
    assert.equal(reply.status, 200)
    return { authorization: `Bearer ${(JSON.parse(textOf(reply)) as { token: string }).token}` }
  }

  test('leads to HTTPS, and every answer tells browsers to stay there', async () => {
    const plain = await proxy.ask('/movies?q=a', { isPlain: true })
    assert.deepEqual([plain.status, plain.headers.location], [301, 'https://moviebox.example/movies?q=a'])
    const page = await proxy.ask('/movies')
    assert.equal(page.status, 200)
    assert.match(String(page.headers['strict-transport-security']), /^max-age=\d+/)
  })

  test('answers every time although two of three servers are down', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => proxy.ask('/api/movies')))
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  })

  test('tells the server where a caller comes from, whatever they say themselves', async () => {
    const headers = await signIn('127.0.0.2')
    const sessions = JSON.parse(textOf(await proxy.ask('/api/sessions', { headers, from: '127.0.0.2' }))) as { address: string }[]
    assert.ok(sessions.some(({ address }) => address === '127.0.0.2'))
    assert.ok(!sessions.some(({ address }) => address === '203.0.113.9'))
  })

  test('lets pictures of many megabytes through', async () => {
    const noise = randomBytes(1000 * 1000 * 3)
    const bytes = await sharp(noise, { raw: { width: 1000, height: 1000, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    const { body, type } = await multipartBody([{ name: 'noise.png', bytes }])
    const headers = { ...(await signIn('127.0.0.1')), 'content-type': type, 'content-length': String(body.length) }
    const reply = await proxy.ask('/api/upload', { method: 'POST', headers, body })
    assert.equal(reply.status, 201, textOf(reply))
  })

  test('hands on at once what a stream says', async () => {
    const { port } = speaker.address() as AddressInfo
    const other = await throughProxy(kind, program, [await nobody(), `127.0.0.1:${port}`, await nobody()])
    try {
      const { chunks } = await other.ask('/api/live')
      assert.deepEqual([chunks[0]?.text, chunks.at(-1)?.text], ['data: 1\n\n', 'data: 2\n\n'])
      assert.ok((chunks.at(-1)?.at ?? 0) - (chunks[0]?.at ?? 0) > 300)
    } finally {
      other.end()
    }
  })
}
