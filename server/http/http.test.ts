import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import Fastify, { LogController } from 'fastify'
import * as z from 'zod/mini'
import { contract } from '#contract/all.ts'
import { Deadline } from '#server/db/deadline.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import type { Database } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { portOf } from '#testing/client.ts'
import { sendRaw } from '#testing/raw.ts'
import { answerError } from './error-handler.ts'
import { guard } from './guard.ts'
import { serve } from './serve.ts'

let app: TestApp
before(async () => {
  app = await testApp({ trailerHosts: ['player.example.com'] })
})
after(() => app.close())

type RefusedBody = { error: string; code: string; requestId: string }

describe('an unknown address', () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/movies'],
    ['POST', '/login'],
    ['GET', '/media/..%2f..%2f..%2fetc%2fpasswd'],
    ['GET', '/media/x/640.webp'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/nothing.php'],
    ['GET', '/.env'],
    ['GET', '/..%2f..%2fpackage.json'],
    ['GET', '/index.html.br'],
  ] as const) {
    test(`${method} ${path} gets 404 with a sentence`, async () => {
      const { status, body }: { status: number; body: RefusedBody } = await app.call(method, path)
      assert.equal(status, 404)
      assert.match(body.error, /\.$|not found$/)
    })
  }

  for (const path of ['/', '/movie/01900000-0000-7000-8000-000000000000', '/branches/add', '/dashboard', '/login?from=%2F']) {
    test(`${path} is the web app’s`, async () => {
      const { status, headers, body }: { status: number; headers: Record<string, unknown>; body: string } = await app.call('GET', path)
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), /text\/html/)
      assert.equal(headers['cache-control'], 'no-cache')
      assert.match(body, /MovieBox/)
    })
  }

  test('with a malformed escape gets 400', async () => {
    assert.equal((await app.call('GET', '/api/movies/%zz')).status, 400)
  })
})

describe('a request with `Authorization: Basic`', () => {
  const basic = { authorization: `Basic ${btoa('anna:secret')}` }

  test('gets a refusal of its own where a session is needed', async () => {
    for (const path of ['/api/session', '/api/bookings', '/api/live?since=0']) {
      const { status, body }: { status: number; body: RefusedBody } = await app.call('GET', path, 'nobody', undefined, basic)
      assert.deepEqual([status, body.code], [401, 'basic_authentication'])
      assert.match(body.error, /Basic/)
    }
    const { body }: { body: RefusedBody } = await app.call('GET', '/api/session', 'nobody', undefined, { authorization: 'Bearer none' })
    assert.equal(body.code, 'unauthenticated')
  })

  test('is answered where none is', async () => {
    assert.equal((await app.call('GET', '/api/movies', 'nobody', undefined, basic)).status, 200)
    const wrong = { username: 'nobody-at-all', password: 'wrong' }
    const { body }: { body: RefusedBody } = await app.call('POST', '/api/login', 'nobody', wrong, basic)
    assert.equal(body.code, 'wrong_credentials')
  })
})

describe('health', () => {
  test('says that the server lives and is ready', async () => {
    assert.deepEqual((await app.call('GET', '/livez')).body, { status: 'ok' })
    assert.deepEqual((await app.call('GET', '/readyz')).body, { status: 'ok' })
  })
})

describe('the documents', () => {
  test('describe every call of the contract', async () => {
    const { body }: { body: { openapi: string; paths: Record<string, Record<string, unknown>> } } = await app.call(
      'GET',
      '/api/openapi.json',
    )
    assert.equal(body.openapi, '3.1.0')
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const calls = Object.values(contract).flatMap((endpoints) =>
      Object.values(endpoints).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`),
    )
    assert.deepEqual(described.sort(), calls.sort())
  })

  test('say what a refusal holds, what helps beside the sentence included', async () => {
    const { body }: { body: { components: { schemas: { Refused: { properties: object; required: string[] } } } } } = await app.call(
      'GET',
      '/api/openapi.json',
    )
    const { properties, required } = body.components.schemas.Refused
    assert.deepEqual(Object.keys(properties), ['error', 'code', 'fields', 'reason', 'current', 'files', 'requestId'])
    assert.deepEqual(required, ['error', 'code'])
  })

  test('for people load nothing from elsewhere and run no script', async () => {
    const { status, body }: { status: number; body: string } = await app.call('GET', '/api/docs')
    assert.equal(status, 200)
    assert.match(body, /\/api\/promo-codes/)
    assert.doesNotMatch(body, /https?:\/\/|<script|style=|<style/)
  })
})

/** A guard that admits all callers; nothing here reads a database. */
const open = (json = 1_000) => guard({} as Database, async () => undefined, true, undefined, { json, multipart: json })

describe('an answer', () => {
  const secret = { answer: z.object({ shown: z.string() }), method: 'GET', path: '/secret', access: 'anyone', summary: 'x' } as const

  test('holds only what its contract names', async () => {
    const server = Fastify()
    serve(server, open(), { secret }, { secret: () => ({ shown: 'yes', passwordHash: 'no' }) as { shown: string } })
    assert.deepEqual((await server.inject('/secret')).json(), { shown: 'yes' })
  })

  test('to something that breaks is a 500 that tells nobody why', async () => {
    const server = Fastify()
    server.setErrorHandler(answerError)
    const broken = () => {
      throw new Error('the password of the database is swordfish')
    }
    serve(server, open(), { secret }, { secret: broken })
    const reply = await server.inject('/secret')
    assert.equal(reply.statusCode, 500)
    assert.equal(reply.json().error, 'Something went wrong on the server. Please try again.')
    assert.doesNotMatch(reply.body, /swordfish/)
  })
})

describe('a refusal', () => {
  /** Lines of a log that `answerError` writes to when `thrown` is thrown, and the reply. */
  async function refused(thrown: unknown) {
    const lines: { level: number; requestId?: string; msg: string }[] = []
    const server = Fastify({
      logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
      logController: new LogController({ disableRequestLogging: true }),
    })
    server.setErrorHandler(answerError)
    server.get('/', (_request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000')
      throw thrown
    })
    return { lines, reply: await server.inject('/') }
  }

  test('is kept by no cache, whatever was about to be answered', async () => {
    assert.equal((await refused(new HttpError(404, 'not_found', 'Gone.'))).reply.headers['cache-control'], 'no-store')
  })

  for (const [name, thrown, status] of [
    ['of a full disk', Object.assign(new Error('disk'), { code: 'ENOSPC' }), 507],
    ['of a database that is away', new DatabaseUnavailable('away'), 503],
    ['that is our own fault', new TypeError('oops'), 500],
  ] as const) {
    test(`${name} is in the log as an error`, async () => {
      const { lines, reply } = await refused(thrown)
      assert.equal(reply.statusCode, status)
      assert.deepEqual([lines.length, lines[0]?.level, lines[0]?.msg], [1, 50, 'request failed'])
      assert.equal(lines[0]?.requestId, reply.json().requestId)
    })
  }

  test('that the caller can mend is none of the log’s business', async () => {
    assert.deepEqual((await refused(new HttpError(422, 'invalid', 'Wrong.'))).lines, [])
  })

  test('says when to try again where that makes sense', async () => {
    const { reply } = await refused(new DatabaseUnavailable('away'))
    assert.equal(reply.headers['retry-after'], '2')
    assert.equal(reply.json().retryAfter, undefined)
  })

  for (const [status, told] of [
    [416, 416],
    [403, 404],
    [599, 500],
  ] as const) {
    test(`of a library with ${status} is told as ${told}`, async () => {
      const { reply } = await refused(Object.assign(new Error('secret'), { statusCode: status }))
      assert.equal(reply.statusCode, told)
      assert.doesNotMatch(reply.body, /secret/)
    })
  }
})

describe('a request that names the type of a body', () => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    test(`${type}, and has none, is answered`, { timeout: 3_000 }, async () => {
      for (const [method, path] of [
        ['DELETE', '/api/movies/01900000-0000-7000-8000-000000000000'],
        ['POST', '/api/logout'],
        ['POST', '/api/images'],
      ]) {
        const { status } = await sendRaw(
          await portOf(app.app),
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n`,
        )
        assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`)
      }
    })
  }
})

describe('a deadline', () => {
  const slow = { answer: z.object({}), method: 'POST', path: '/slow', access: 'anyone', summary: 'x' } as const
  const stored = { ...slow, path: '/stored' } as const
  const quick = { ...slow, path: '/quick' } as const
  const post = (url: string) => fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })

  async function slowServer(limit: number) {
    const server = Fastify()
    let ended: unknown
    server.setErrorHandler(answerError)
    serve(
      server,
      open(limit),
      { slow, stored, quick },
      {
        async slow({ deadline: { signal } }) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          ended = signal.reason
          return {}
        },
        async stored({ deadline }) {
          deadline.beginStoring()
          await new Promise((resolve) => setTimeout(resolve, 3 * limit))
          return {}
        },
        quick: () => ({}),
      },
    )
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    return { address, ended: () => ended, close: () => server.close() }
  }

  test('tells a caller who would wait too long, and aborts the work', async () => {
    const { address, ended, close } = await slowServer(50)
    const reply = await post(`${address}/slow`)
    assert.equal(reply.status, 503)
    assert.match(((await reply.json()) as RefusedBody).error, /took too long\. Nothing was saved/)
    assert.ok(ended())
    await close()
  })

  test('that passes while something is being stored waits to tell what came of it', async () => {
    const { address, close } = await slowServer(50)
    assert.equal((await post(`${address}/stored`)).status, 200)
    await close()
  })

  test('aborts the work of a caller who is gone', async () => {
    const { address, ended, close } = await slowServer(60_000)
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(ended(), undefined, 'reading the body ends nothing')
    socket.destroy()
    for (let waited = 0; ended() === undefined && waited < 20_000; waited += 10) await new Promise((resolve) => setTimeout(resolve, 10))
    assert.ok(ended())
    await close()
  })

  test('leaves alone what is quick', async () => {
    const { address, close } = await slowServer(1_000)
    assert.deepEqual(await (await post(`${address}/quick`)).json(), {})
    await close()
  })

  test('has passed once its time is over, also where a busy event loop kept every timer from saying so', () => {
    const deadline = new Deadline(20)
    for (const begun = performance.now(); performance.now() - begun < 30; );
    assert.throws(() => deadline.beginStoring(), { code: 'timeout' })
  })
})
