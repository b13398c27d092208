import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { sendRaw } from '#testing/raw.ts'
import { listen } from './listen.ts'

let app: TestApp
let port: number
/** Stand in for the two addresses that `localhost` has on most machines. */
const hosts = ['127.0.0.1', '127.0.0.2']

before(async () => {
  app = await testApp({ trailerHosts: ['player.example.com'], trustProxy: ['127.0.0.1'] })
  await listen(app.app, 'localhost', 0, async () => hosts)
  port = (app.app.server.address() as AddressInfo).port
})
after(() => app.close())

/** Written out by hand, so that a removed or weakened header fails the test. */
const players =
  '(self "https://www.youtube.com" "https://www.youtube-nocookie.com" "https://player.vimeo.com" "https://player.example.com")'
const expected = {
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data: blob:;connect-src 'self';manifest-src 'self';" +
    'frame-src https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com https://player.example.com;' +
    "form-action 'self';base-uri 'none';frame-ancestors 'none'",
  'permissions-policy': [
    ...['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'].map((feature) => `${feature}=${players}`),
    ...['accelerometer', 'camera', 'clipboard-read', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection'].map(
      (feature) => `${feature}=()`,
    ),
    ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock', 'serial'].map(
      (feature) => `${feature}=()`,
    ),
    ...['storage-access', 'usb', 'window-management', 'xr-spatial-tracking'].map((feature) => `${feature}=()`),
  ].join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

const request = (line: string, ...headers: string[]) => [line, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n')
const long = (length: number) => 'secret'.repeat(length / 6)

/** The requests, each with the expected status and `Cache-Control` of its answer. */
const answers: [name: string, sent: string, status: number, cache: string][] = [
  ['the page', request('GET / HTTP/1.1'), 200, 'no-cache'],
  ['a list', request('GET /api/movies HTTP/1.1'), 200, 'public, no-cache'],
  ['its head', request('HEAD /api/movies HTTP/1.1'), 200, 'public, no-cache'],
  ['health', request('GET /livez HTTP/1.1'), 200, 'no-store'],
  ['a document', request('GET /api/openapi.json HTTP/1.1'), 200, 'no-cache'],
  ['HTTP 0.9', 'GET /\r\n\r\n', 200, 'no-cache'],
  ['an upgrade that nobody offers', request('GET /livez HTTP/1.1', 'Upgrade: websocket', 'Connection: upgrade, close'), 200, 'no-store'],
  ['an expectation that nobody knows', request('GET /livez HTTP/1.1', 'Expect: secret'), 200, 'no-store'],
]
const refusals: typeof answers = [
  ['no token', request('GET /api/bookings HTTP/1.1'), 401, 'no-store'],
  ['an unknown address of the API', request('GET /api/secret HTTP/1.1'), 404, 'no-store'],
  ['an unknown asset', request('GET /assets/secret.js HTTP/1.1'), 404, 'no-store'],
  ['an unknown picture', request('GET /media/secret/320.webp HTTP/1.1'), 404, 'no-store'],
  ['a path that leaves the folder', request('GET /..%2fsecret.json HTTP/1.1'), 404, 'no-store'],
  ['OPTIONS', request('OPTIONS /api/movies?secret HTTP/1.1'), 404, 'no-store'],
  ['OPTIONS of everything', request('OPTIONS * HTTP/1.1'), 404, 'no-store'],
  ['TRACE', request('TRACE /secret HTTP/1.1'), 404, 'no-store'],
  ['a method of another protocol', request('PROPFIND /secret HTTP/1.1'), 404, 'no-store'],
  ['an address with a broken escape', request('GET /secret/%zz HTTP/1.1'), 400, 'no-store'],
  ['an address that is no UTF-8', request('GET /secret%ff HTTP/1.1'), 400, 'no-store'],
  ['an id that is far too long', request(`GET /api/movies/${long(6000)} HTTP/1.1`), 414, 'no-store'],
  ['an address that is far too long', request(`GET /${long(18_000)} HTTP/1.1`), 431, 'no-store'],
  ['headers that are far too long', request('GET / HTTP/1.1', `X-Long: ${long(18_000)}`), 431, 'no-store'],
  ['a method that doesn’t exist', request('SECRET /api/movies HTTP/1.1'), 400, 'no-store'],
  ['no HTTP at all', 'secret secret secret\r\n\r\n', 400, 'no-store'],
  ['HTTP 2 without saying so', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'no-store'],
  ['a header that is none', 'GET /secret HTTP/1.1\r\nHost: x\r\n secret\x00: 1\r\n\r\n', 400, 'no-store'],
  ['no host', 'GET /secret HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'no-store'],
  ['CONNECT', request('CONNECT secret:443 HTTP/1.1'), 400, 'no-store'],
  ['two lengths', request('POST /api/login HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6'), 400, 'no-store'],
  ['a length and chunks', request('POST /api/login HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'), 400, 'no-store'],
  [
    'a chunk of no length',
    `${request('POST /api/login HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}secret\r\n`,
    400,
    'no-store',
  ],
  [
    'a chunk whose extensions never end',
    `${request('POST /api/login HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}2;${long(18_000)}`,
    413,
    'no-store',
  ],
  [
    'a body that is too large',
    request('POST /api/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 999999'),
    413,
    'no-store',
  ],
  ['a body of another kind', `${request('POST /api/login HTTP/1.1', 'Content-Type: text/x', 'Content-Length: 1')}x`, 415, 'no-store'],
]

for (const host of hosts) {
  describe(`every answer at ${host} carries the security headers and an id, and none says what serves it:`, () => {
    for (const [name, sent, status, cache] of [...answers, ...refusals]) {
      test(name, async () => {
        const answer = await sendRaw(port, sent, host)
        assert.equal(answer.status, status)
        // The page has a script of its own, which is allowed by its hash.
        const policy = answer.headers['content-security-policy']?.replace(
          answer.body.startsWith('<!doctype') ? / 'sha256-[\w+/]{43}='/ : '',
          '',
        )
        const told = { ...answer.headers, 'content-security-policy': policy }
        for (const [header, value] of Object.entries(expected)) assert.equal(told[header as keyof typeof told], value, header)
        assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
        assert.equal(answer.headers['cache-control'], cache)
        assert.equal(answer.headers['strict-transport-security'], undefined, 'only what came by HTTPS may say so')
        assert.ok(!('server' in answer.headers) && !('x-powered-by' in answer.headers))
      })
    }
  })
}

describe('every refusal is a sentence with a code and its id, and repeats nothing of what was sent:', () => {
  for (const [name, sent] of refusals) {
    test(name, async () => {
      const { head, headers, body } = await sendRaw(port, sent)
      const { error, code, requestId } = JSON.parse(body)
      assert.match(error, /\w.*(\.|not found)$/)
      assert.match(code, /^[a-z_]+$/)
      assert.equal(requestId, headers['x-request-id'])
      assert.match(headers['content-type'] ?? '', /^application\/json; charset=utf-8$/)
      assert.equal(Buffer.byteLength(body), Number(headers['content-length']))
      assert.doesNotMatch(head + body, /secret/i)
    })
  }
})

test('an HTTP 1.0 client needs no host', async () => {
  assert.equal((await sendRaw(port, 'GET /livez HTTP/1.0\r\n\r\n')).status, 200)
})

describe('Strict-Transport-Security', () => {
  const overTls = request('GET /livez HTTP/1.1', 'X-Forwarded-Proto: https')

  test('is sent for a year, for this host alone, when a trusted proxy says that the caller came by HTTPS', async () => {
    assert.equal((await sendRaw(port, overTls)).headers['strict-transport-security'], 'max-age=31536000')
  })

  test('is not sent because somebody else says so', async () => {
    app.app.server.once('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.9' }))
    assert.equal((await sendRaw(port, overTls)).headers['strict-transport-security'], undefined)
  })
})

describe('what never changes while the server runs', () => {
  for (const path of ['/api/openapi.json', '/api/docs', '/api/docs.css']) {
    test(`${path} is sent once, then known by its entity tag`, async () => {
      const first = await sendRaw(port, request(`GET ${path} HTTP/1.1`))
      const etag = first.headers.etag ?? ''
      assert.match(etag, /^"[\w-]{27}"$/)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await sendRaw(port, request(`GET ${path} HTTP/1.1`, `If-None-Match: ${known}`))
        assert.deepEqual([again.status, again.body, again.headers.etag], [304, '', etag], known)
      }
      for (const other of ['"other"', etag.slice(0, -2), `${etag.slice(0, -1)}x"`]) {
        assert.equal((await sendRaw(port, request(`GET ${path} HTTP/1.1`, `If-None-Match: ${other}`))).status, 200, other)
      }
    })
  }

  test('is not made again for each caller', async () => {
    const begun = process.cpuUsage()
    await Promise.all(Array.from({ length: 100 }, () => app.app.inject('/api/openapi.json')))
    const { user } = process.cpuUsage(begun)
    assert.ok(user < 1_000_000, `${user} µs`)
  })
})

test('whoever asks for CONNECT and resets the connection before the answer ends nothing but that', async () => {
  for (let tries = 0; tries < 10; tries++) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('CONNECT secret:443 HTTP/1.1\r\nHost: secret\r\n\r\n')
      socket.resetAndDestroy()
    })
    await once(socket, 'close')
  }
  assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
})

describe('listening', () => {
  test("at a second address of localhost's that is taken is refused: whoever goes there would speak with somebody else", async () => {
    const other = createServer().listen(0, hosts[1])
    await once(other, 'listening')
    const { port: taken } = other.address() as AddressInfo
    const second = await testApp()
    await assert.rejects(
      listen(second.app, 'localhost', taken, async () => hosts),
      { code: 'EADDRINUSE' },
    )
    await second.close()
    other.close()
  })

  test('does without a second address that the machine has not', async () => {
    const second = await testApp()
    await listen(second.app, 'localhost', 0, async () => ['127.0.0.1', '192.0.2.1'])
    assert.ok(second.app.server.listening)
    await second.close()
  })
})
