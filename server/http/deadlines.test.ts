import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, mock, type TestContext, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { adminPassword, type TestApp, testApp } from '#testing/app.ts'
import { picture } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'
import { answerError } from './error-handler.ts'
import { guard } from './guard.ts'
import { serve } from './serve.ts'

/** Moves the frozen clock of this process's timers on by so many milliseconds, so that no test waits for 25 seconds. */
const pass = (milliseconds: number) => mock.timers.tick(milliseconds)
before(() => mock.timers.enable({ apis: ['setTimeout'] }))
after(() => mock.timers.reset())

let app: TestApp
let port: number
before(async () => {
  app = await testApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
after(() => app.close())

type Reply = { status: number; headers: Record<string, unknown>; body: { _id: string; code: string; error: string } }

const movie = async (title: string) => ({ ...(await sampleOf('movies').body(app)), title })
const titles = async () =>
  ((await app.call('GET', '/api/movies', 'staff')).body as { _id: string; title: string }[]).map(({ title }) => title)

/** Whether `reply` comes although the clock stands: is due. What isn't due is given 50 ms to come all the same. */
const isAnswered = (reply: Promise<unknown>, due: boolean) =>
  Promise.race([reply.then(() => true), pause(due ? 5_000 : 50, false, { ref: false })])

describe('a change that the database keeps waiting', () => {
  /** Holds the movies, really, until what this answers is called, or the test ends. */
  async function holdMovies(t: TestContext): Promise<() => Promise<void>> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    t.after(() => release())
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const done = app.db.transaction().execute(async (trx) => {
      // On SQLite the holder of a transaction has the whole database.
      if (app.config.databaseUrl !== undefined) await sql`lock table movies in access exclusive mode`.execute(trx)
      hold()
      await released
    })
    await held
    return async () => {
      release()
      await done
    }
  }

  /** Settles once so many changes wait for the lock: a change that is still connecting when the clock moves on fails with another error. */
  async function queued(changes: number) {
    await pause(100)
    // On SQLite a change gets there within this process, so turns of its event loop count, and not milliseconds.
    for (let turns = 0; turns < 200; turns++) await nextTurn()
    if (app.config.databaseUrl === undefined) return
    const waiting = sql<{ pid: number }>`select distinct pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and relation = 'movies'::regclass and not granted`
    while ((await waiting.execute(app.db)).rows.length < changes) await pause(10)
  }

  test('is told after 8 seconds that nothing was stored, and nothing is, not even later', async (t) => {
    const { body: stored }: Reply = await app.call('POST', '/api/movies', 'staff', await movie('Waiting'))
    const one = `/api/movies/${stored._id}`
    const [added, changed] = [await movie('Added'), await movie('Changed')]
    const release = await holdMovies(t)
    const replies = [
      app.call('POST', '/api/movies', 'staff', added),
      app.call('PUT', one, 'staff', changed),
      app.call('DELETE', one, 'staff'),
    ] as Promise<Reply>[]
    await queued(replies.length)
    pass(8_000)
    for (const reply of replies) {
      assert.ok(await isAnswered(reply, true), 'told at once')
      const { status, headers, body } = await reply
      assert.deepEqual([status, body.code, headers['retry-after']], [503, 'timeout', '2'])
    }
    await release()
    await pause(100)
    assert.deepEqual(await titles(), ['Waiting'])
  })

  test('is made when it gets its turn in time', async (t) => {
    const release = await holdMovies(t)
    const reply = app.call('POST', '/api/movies', 'staff', await movie('In time'))
    await queued(1)
    pass(5_000)
    await release()
    const { status, body } = await reply
    assert.equal(status, 201, JSON.stringify(body))
    assert.ok((await titles()).includes('In time'))
  })
})

describe('a body that doesn’t come', () => {
  const sockets: Socket[] = []
  after(() => {
    for (const socket of sockets) socket.destroy()
  })

  /** Sends the head of a request, and answers once the server has taken it and waits for the body. */
  async function send(path: string, type: string, length: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    const head = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${app.tokens.staff}`, `content-type: ${type}`]
    socket.write([...head, `content-length: ${length}`, 'expect: 100-continue', 'connection: close', '', ''].join('\r\n'))
    assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 100 Continue/)
    return socket
  }

  test('ends an upload after 25 seconds, not earlier, and no image is stored', async () => {
    const socket = await send('/api/upload', 'multipart/form-data; boundary=b', 1_000_000)
    socket.write('--b\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n')
    socket.write(await picture('png'))
    const answer = once(socket, 'data').then(String)
    await pause(100)
    pass(24_999)
    assert.equal(await isAnswered(answer, false), false)
    pass(1)
    assert.ok(await isAnswered(answer, true))
    assert.match(await answer, /^HTTP\/1\.1 503 /)
    assert.deepEqual((await app.call('GET', '/api/images')).body, [])
  })

  for (const [which, path, body] of [
    ['of a signed-in caller', '/api/movies', () => movie('Too late')],
    ['of somebody who signs out', '/api/logout', () => ({})],
    ['of anybody', '/api/login', () => ({ username: 'admin', password: adminPassword })],
  ] as const) {
    // An unhandled rejection ends a process; here it fails the test.
    test(`${which} does nothing when it comes after 8 seconds, and the server goes on`, async () => {
      const sent = JSON.stringify(await body())
      const socket = await send(path, 'application/json', sent.length)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      const closed = once(socket, 'close')
      pass(8_000)
      socket.write(sent)
      await closed
      await pause(100)
      assert.doesNotMatch(answer, /^HTTP\/1\.1 [^45]|"token"/)
      assert.equal((await titles()).includes('Too late'), false)
      assert.equal((await app.call('GET', '/api/session', 'staff')).status, 200)
    })
  }
})

test('a change during whose work the deadline passes is not stored', async (t) => {
  const { body: stored }: Reply = await app.call('POST', '/api/movies', 'staff', await movie('As it was'))
  const server = Fastify()
  server.setErrorHandler(answerError)
  const change = { answer: z.object({}), method: 'POST', path: '/change', access: 'anyone', summary: 'x' } as const
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>()
  t.after(() => goOn())
  serve(
    server,
    guard(app.db, async () => undefined, true),
    { change },
    {
      change: ({ transactAsCaller }) =>
        transactAsCaller(async (trx) => {
          await trx.updateTable('movies').set({ title: 'Too late' }).where('id', '=', stored._id).execute()
          begin()
          await waiting
          return {}
        }),
    },
  )
  const reply = server.inject({ method: 'POST', url: '/change' })
  await begun
  pass(8_000)
  assert.equal((await reply).statusCode, 503)
  goOn()
  assert.ok((await titles()).includes('As it was'))
})

test('a handler has 8 seconds, one that reads files 25, and no millisecond less', async () => {
  const common = { answer: z.object({}), method: 'POST', access: 'anyone', summary: 'x' } as const
  const endless = () => new Promise<never>(() => {})
  const server = Fastify()
  server.setErrorHandler(answerError)
  const calls = { quick: { ...common, path: '/json' }, slow: { ...common, path: '/files', multipart: true } } as const
  serve(
    server,
    guard(app.db, async () => undefined, true),
    calls,
    { quick: endless, slow: endless },
  )
  const json = server.inject({ method: 'POST', url: '/json' })
  const files = server.inject({ method: 'POST', url: '/files' })
  const answered = async (due: [boolean, boolean]) =>
    assert.deepEqual([await isAnswered(json, due[0]), await isAnswered(files, due[1])], due)
  await pause(50)
  pass(7_999)
  await answered([false, false])
  pass(1)
  await answered([true, false])
  pass(16_999)
  await answered([true, false])
  pass(1)
  await answered([true, true])
  assert.deepEqual([(await json).statusCode, (await files).statusCode], [503, 503])
})
