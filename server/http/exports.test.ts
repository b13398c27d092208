import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { contract } from '#contract/all.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { portOf } from '#testing/client.ts'
import { processorTime } from '#testing/cost.ts'
import { parseCsv } from '#testing/csv.ts'
import { manyBookings } from '#testing/many-bookings.ts'
import { eventually } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'
import { xlsx } from '#testing/workbook.ts'
import { sendCsv } from './csv.ts'
import { guard } from './guard.ts'
import { PublicExports } from './public-exports.ts'
import { serve } from './serve.ts'
import { StaffExports } from './staff-exports.ts'

const csv = { accept: 'text/csv' }

describe('an export', () => {
  let app: TestApp
  const bookings = 3_000
  before(async () => {
    app = await testApp()
    await manyBookings(app, bookings, (at) => ({ promoCode: `CODE${at}` }))
    await app.call('POST', '/api/movies', 'staff', await sampleOf('movies').body(app))
  })
  after(() => app.close())

  /** Returns the whole table at this path, and the longest time that the event loop was busy with one turn meanwhile, in milliseconds. */
  async function measured(path: string, headers = csv) {
    let [last, worst, isOver] = [processorTime(), 0, false]
    const turn = () => {
      const now = processorTime()
      worst = Math.max(worst, now - last)
      last = now
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const { status, body } = await app.call('GET', path, 'super user', undefined, headers)
    isOver = true
    assert.equal(status, 200)
    return { rows: parseCsv(String(body)).length - 1, worst }
  }

  for (const path of [
    '/api/bookings',
    '/api/bookings?q=grace',
    '/api/bookings/numbers?date=2032-01-01..2032-12-31',
    '/api/bookings/visits',
    '/api/activity',
  ]) {
    test(`of ${path} lets other requests in between`, async () => {
      const { rows } = await measured(path)
      if (path !== '/api/activity') assert.ok(rows >= bookings, `${rows} rows`)
      const worst = [await measured(path), await measured(path), await measured(path)].map((each) => each.worst)
      // Three tries: the compiler and the garbage collector have their share in the first.
      assert.ok(Math.min(...worst) < 50, `blocked ${worst.map(Math.round).join(', ')} ms`)
    })
  }

  test('as a workbook lets other requests in between', async () => {
    const worst = [await measured('/api/bookings', xlsx), await measured('/api/bookings', xlsx), await measured('/api/bookings', xlsx)]
    assert.ok(Math.min(...worst.map((each) => each.worst)) < 50, `blocked ${worst.map((each) => Math.round(each.worst)).join(', ')} ms`)
  })

  test('counts the bookings of all codes once', async () => {
    const { rows } = await measured('/api/bookings/numbers?date=2032-01-01..2032-12-31')
    assert.equal(rows, 1 + 1 + 1 + 1 + bookings)
  })

  test('is not made for HEAD, which tells its type and name', async () => {
    for (const path of ['/api/bookings', '/api/movies', '/api/activity', '/api/bookings/numbers?date=2032-01-01..2032-12-31']) {
      const { status, headers } = await head(app, path, { ...csv, authorization: `Bearer ${app.tokens['super user']}` })
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), /^text\/csv/)
      assert.match(String(headers['content-disposition']), /\.csv"$/)
      assert.equal(headers['x-total-count'], undefined, 'nothing was counted')
    }
  })
})

async function head({ app }: TestApp, path: string, headers: Record<string, string>) {
  const asking = request({ host: '127.0.0.1', port: await portOf(app), path, method: 'HEAD', headers }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers }
}

test('an export stops reading once its caller is gone', async () => {
  const server = Fastify()
  let pages = 0
  const { promise: closed, resolve: isClosed } = Promise.withResolvers<void>()
  const page = { items: Array.from({ length: 200 }, () => ({ text: 'x'.repeat(1_000) })), total: 1_000_000, next: 'more' }
  server.get('/', (_request, reply) => {
    reply.raw.once('close', isClosed)
    const laterPageOf = async () => {
      pages++
      return page
    }
    return sendCsv(reply, { name: 'x', fields: ['text'], listRequest: {} as never, first: page, laterPageOf })
  })
  const asking = request({ host: '127.0.0.1', port: await portOf(server), path: '/' }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  while (pages === 0) await once(answer, 'data')
  answer.destroy()
  await closed
  // The page that was being read.
  await pause(20)
  const pagesThen = pages
  await pause(200)
  assert.equal(pages, pagesThen)
  await server.close()
})

test('an export lets the event loop turn after each page, however fast its caller reads and the database answers', async () => {
  const server = Fastify()
  let [pages, isReversed] = [0, true]
  const page = { items: [{ text: 'x' }], total: 1_000, next: 'more' }
  server.get('/', (_request, reply) => {
    const laterPageOf = async () => {
      assert.equal(isReversed, true)
      isReversed = false
      setImmediate(() => {
        isReversed = true
      })
      pages++
      return pages < 500 ? page : { ...page, next: undefined }
    }
    return sendCsv(reply, { name: 'x', fields: ['text'], listRequest: {} as never, first: page, laterPageOf })
  })
  const { payload } = await server.inject('/')
  assert.equal(payload.trimEnd().split('\n').length, 1 + 1 + 500)
  await server.close()
})

describe('exports of public lists', () => {
  let app: TestApp
  before(async () => {
    app = await testApp({ trustProxy: 1 })
  })
  after(() => app.close())

  const from = (address: string) => ({ ...csv, 'x-forwarded-for': address })
  const exported = (address: string, as: 'nobody' | 'staff' = 'nobody') => app.call('GET', '/api/branches', as, undefined, from(address))

  test('are limited for each address, and not for who is signed in', async () => {
    for (let at = 0; at < 20; at++) assert.equal((await exported('192.0.2.1')).status, 200)
    const { status, headers, body }: { status: number; headers: Record<string, unknown>; body: { code: string } } =
      await exported('192.0.2.1')
    assert.deepEqual([status, body.code], [429, 'too_many_exports'])
    assert.match(String(headers['retry-after']), /^[1-9]\d?$/)
    assert.equal((await exported('192.0.2.2')).status, 200)
    assert.equal((await exported('192.0.2.1', 'staff')).status, 200)
    const wrongToken = { ...from('192.0.2.1'), authorization: 'Bearer none' }
    assert.equal((await app.call('GET', '/api/branches', 'nobody', undefined, wrongToken)).status, 429)
    assert.equal((await app.call('GET', '/api/branches', 'nobody', undefined, { 'x-forwarded-for': '192.0.2.1' })).status, 200, 'JSON')
  })
})

describe('exports of signed-in users', () => {
  let app: TestApp
  before(async () => {
    app = await testApp()
    // More than fits into the buffers of a connection whose client doesn't read.
    await manyBookings(app, 8_000, () => ({ fullName: 'Grace '.repeat(250) }))
  })
  after(() => app.close())

  /** Begins an export that isn't read. */
  async function unread(as: 'staff' | 'super user') {
    const headers = { ...csv, authorization: `Bearer ${app.tokens[as]}` }
    const asking = request({ host: '127.0.0.1', port: await portOf(app.app), path: '/api/bookings', headers, agent: false }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 200)
    return answer
  }
  const exported = (as: 'staff' | 'super user', path = '/api/users') => app.call('GET', path, as, undefined, csv)

  test('are limited for each user while they run, also those of public lists', async () => {
    const running = await Promise.all(Array.from({ length: 3 }, () => unread('staff')))
    for (const path of ['/api/users', '/api/movies']) {
      const { status, headers, body }: { status: number; headers: Record<string, unknown>; body: { code: string; error: string } } =
        await exported('staff', path)
      assert.deepEqual([status, body.code], [429, 'too_many_exports'])
      assert.equal(body.error, 'Several of your downloads are still running. Please wait until one has finished.')
      assert.match(String(headers['retry-after']), /^\d+$/)
    }
    assert.equal((await exported('super user')).status, 200)
    assert.equal((await app.call('GET', '/api/users', 'staff')).status, 200, 'JSON')
    for (const answer of running) answer.destroy()
    await eventually(async () => (await exported('staff')).status === 200)
  })
})

test('the running exports of all users together are limited', () => {
  const exports = new StaffExports()
  const ends = Array.from({ length: 12 }, (_, at) => exports.begin(`user ${at}`))
  assert.throws(() => exports.begin('another'), { status: 503, code: 'too_many_exports' })
  ends[0]?.()
  exports.begin('another')
})

test('an export of a public list does not count where its signed-in caller has left before it began', async (t) => {
  const server = Fastify()
  t.after(() => server.close())
  const person = { _id: 'a', username: 'anna', isSuperUser: false }
  const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const authenticate = async () => {
    asked.resolve()
    await known.promise
    return { person, until: 0 }
  }
  const access = guard({} as never, authenticate, true)
  const { list } = contract.movies
  serve(server, access, { list }, { list: () => ({ items: [], total: 0, next: undefined }) })
  const headers = { ...csv, authorization: 'Bearer token' }
  const asking = request({ host: '127.0.0.1', port: await portOf(server), path: '/api/movies', headers, agent: false })
  asking.on('error', () => {}).end()
  const [connected] = (await once(server.server, 'connection')) as [Socket]
  await asked.promise
  asking.destroy()
  await once(connected, 'close')
  known.resolve()
  await pause(20)
  for (let at = 0; at < 3; at++) access.staffExports.begin(person._id)
})

describe('the count of exports', () => {
  for (const [whose, exports, most, refusal] of [
    ['an address', new PublicExports(), 2, { status: 429, details: { retryAfter: 1 } }],
    ['a user', new StaffExports(), 3, { status: 429, details: { retryAfter: 5 } }],
  ] as const)
    test(`of ${whose} goes down by one with each that ends, and with none of somebody else's`, () => {
      const ends = Array.from({ length: most }, () => exports.begin('one'))
      exports.begin('other')()
      for (let round = 0; round < 2; round++) {
        assert.throws(() => exports.begin('one'), refusal)
        ends.shift()?.()
        ends.push(exports.begin('one'))
      }
      for (const end of ends) end()
      for (let at = 0; at < most; at++) exports.begin('one')
      assert.throws(() => exports.begin('one'), refusal)
    })

  test('of all users goes down with each that ends', () => {
    const exports = new StaffExports()
    for (let round = 0; round < 2; round++) {
      const ends = Array.from({ length: 12 }, (_, at) => exports.begin(`user ${at}`))
      assert.throws(() => exports.begin('another'), { status: 503, details: { retryAfter: 30 } })
      for (const end of ends) end()
    }
  })
})

describe('the count of public exports', () => {
  test('lets an address have so many under way, and another when one has ended', () => {
    const exports = new PublicExports()
    const ends = Array.from({ length: 2 }, () => exports.begin('192.0.2.1'))
    assert.throws(() => exports.begin('192.0.2.1'), { status: 429 })
    exports.begin('192.0.2.2')
    ends[0]?.()
    exports.begin('192.0.2.1')
  })

  test('begins again each minute', ({ mock }) => {
    let now = 0
    mock.method(performance, 'now', () => now)
    const exports = new PublicExports()
    for (let at = 0; at < 20; at++) exports.begin('192.0.2.1')()
    assert.throws(() => exports.begin('192.0.2.1'), { status: 429, details: { retryAfter: 60 } })
    now = 45_500
    assert.throws(() => exports.begin('192.0.2.1'), { status: 429, details: { retryAfter: 15 } })
    now = 60_000
    for (let at = 0; at < 20; at++) exports.begin('192.0.2.1')()
    now = 119_999
    assert.throws(() => exports.begin('192.0.2.1'), { status: 429, details: { retryAfter: 1 } })
  })
})
