import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sendRaw } from '#testing/raw.ts'
import { Head } from './head.ts'

const headers = ['etag', '"1"', 'content-length', '2']
const whole = new Head(200, headers)
const unchanged = new Head(304, ['etag', '"1"'])

let server: Server
let asked = 0
before(async () => {
  server = createServer((request, response) => {
    const head = request.headers['if-none-match'] ? unchanged : whole
    head.writeTo(response, { requestId: `request-${++asked}`, isTls: request.headers['x-forwarded-proto'] === 'https' })
    response.end(head === whole ? 'ok' : undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
after(() => server.close())

/** What some requests on one connection are answered, one after the other; the last of them ends it. */
async function answersTo(...requests: string[]): Promise<string[]> {
  const { port } = server.address() as AddressInfo
  const texts = requests.map((lines, at) => `${lines}Host: x\r\n${at === requests.length - 1 ? 'Connection: close\r\n' : ''}\r\n`)
  const { head, body } = await sendRaw(port, texts.join(''))
  return `${head}\r\n\r\n${body}`.split(/(?=HTTP\/1\.1)/).map((text) => text.replace(/Date: .*/i, 'Date: then'))
}

const get = 'GET / HTTP/1.1\r\n'
const known = `${get}If-None-Match: "1"\r\n`
const byTls = `${get}X-Forwarded-Proto: https\r\n`

const kept = 'Date: then\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n'
const ok = (id: number, more = '', rest = kept) =>
  `HTTP/1.1 200 OK\r\netag: "1"\r\ncontent-length: 2\r\n${more}x-request-id: request-${id}\r\n${rest}`
const closed = 'Date: then\r\nConnection: close\r\n\r\n'

describe('the head of an answer that goes out many times', () => {
  test('is the one that Node writes, with the id of each request', async () => {
    asked = 0
    assert.deepEqual(await answersTo(get, get, get, get), [`${ok(1)}ok`, `${ok(2)}ok`, `${ok(3)}ok`, `${ok(4, '', closed)}ok`])
  })

  test('tells whoever came by TLS to come back by it, and nobody else', async () => {
    asked = 0
    const strict = 'strict-transport-security: max-age=31536000\r\n'
    assert.deepEqual(await answersTo(get, byTls, byTls, get, get), [
      `${ok(1)}ok`,
      `${ok(2, strict)}ok`,
      `${ok(3, strict)}ok`,
      `${ok(4)}ok`,
      `${ok(5, '', closed)}ok`,
    ])
  })

  test('has no body behind it where none may be', async () => {
    asked = 0
    const same = (id: number, rest = kept) => `HTTP/1.1 304 Not Modified\r\netag: "1"\r\nx-request-id: request-${id}\r\n${rest}`
    assert.deepEqual(await answersTo(known, known, known), [same(1), same(2), same(3, closed)])
    asked = 0
    const head = get.replace('GET', 'HEAD')
    assert.deepEqual(await answersTo(head, head, get), [ok(1), ok(2), `${ok(3, '', closed)}ok`])
  })

  test('tells the date of each second', async () => {
    const { port } = server.address() as AddressInfo
    const ask = async () => (await fetch(`http://127.0.0.1:${port}`)).headers.get('date')
    const first = await ask()
    const begun = performance.now()
    while ((await ask()) === first && performance.now() - begun < 3_000) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.ok(Date.parse(String(await ask())) > Date.parse(String(first)))
  })
})
