import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { newId } from '#server/db/ids.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { portOf } from '#testing/client.ts'
import { parseCsv } from '#testing/csv.ts'
import { sampleOf } from '#testing/samples.ts'
import { sendCsv } from './csv.ts'
import { mostPublicExports, PublicExports } from './public-exports.ts'

const csv = { accept: 'text/csv' }

describe('an export', () => {
  let app: TestApp
  const bookings = 3_000
  before(async () => {
    app = await testApp()
    const at = '2026-01-01T00:00:00.000Z'
    const row = { version: 1, createdAt: at, updatedAt: at, deletedAt: null, branchName: 'Odeon', date: '2032-05-05', time: '20:15' }
    const guest = {
      fullName: 'Grace Many',
      phoneNumber: '0660 2',
      phoneDigits: '06602',
      phoneLinks: '[]',
      status: 1,
      promoCodeId: null,
      discountPercentage: 10,
      branchId: null,
    }
    await app.db.transaction().execute(async (trx) => {
      for (let from = 0; from < bookings; from += 500) {
        const rows = Array.from({ length: 500 }, (_, step) => ({ ...row, ...guest, id: newId(), promoCode: `CODE${from + step}` }))
        await trx.insertInto('bookings').values(rows).execute()
      }
      await rebuildIndex(trx)
    })
    await app.call('POST', '/api/movies', 'staff', await sampleOf('movies').body(app))
  })
  after(() => app.close())

  /** Returns the CPU time of this thread so far, in milliseconds; other processes on the machine don't count. */
  function computed() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }

  /** Returns the whole table at this path, and the longest time that the event loop was busy with one turn meanwhile, in milliseconds. */
  async function measured(path: string) {
    let [last, worst, isOver] = [computed(), 0, false]
    const turn = () => {
      const now = computed()
      worst = Math.max(worst, now - last)
      last = now
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const { status, body } = await app.call('GET', path, 'super user', undefined, csv)
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
  const page = { items: Array.from({ length: 200 }, () => ({ text: 'x'.repeat(1_000) })), total: 1_000_000, next: 'more' }
  server.get('/', (_request, reply) => {
    const laterPageOf = async () => {
      pages++
      return page
    }
    return sendCsv(reply, { name: 'x', fields: ['text'], wanted: {} as never, first: page, laterPageOf })
  })
  const asking = request({ host: '127.0.0.1', port: await portOf(server), path: '/' }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  answer.destroy()
  await pause(100)
  const pagesThen = pages
  await pause(200)
  assert.ok(pages > 0)
  assert.equal(pages, pagesThen)
  await server.close()
})

test('an export lets the event loop turn after each page, however fast its caller reads and the database answers', async () => {
  const server = Fastify()
  let [pages, isTurned] = [0, true]
  const page = { items: [{ text: 'x' }], total: 1_000, next: 'more' }
  server.get('/', (_request, reply) => {
    const laterPageOf = async () => {
      assert.equal(isTurned, true)
      isTurned = false
      setImmediate(() => {
        isTurned = true
      })
      pages++
      return pages < 500 ? page : { ...page, next: undefined }
    }
    return sendCsv(reply, { name: 'x', fields: ['text'], wanted: {} as never, first: page, laterPageOf })
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
  const exported = (address: string, as: 'nobody' | 'staff' = 'nobody') => app.call('GET', '/api/movies', as, undefined, from(address))

  test('are limited for each address, and not for who is signed in', async () => {
    for (let at = 0; at < mostPublicExports.inAMinute; at++) assert.equal((await exported('192.0.2.1')).status, 200)
    const { status, headers, body }: { status: number; headers: Record<string, unknown>; body: { code: string } } =
      await exported('192.0.2.1')
    assert.deepEqual([status, body.code], [429, 'too_many_exports'])
    assert.match(String(headers['retry-after']), /^[1-9]\d?$/)
    assert.equal((await exported('192.0.2.2')).status, 200)
    assert.equal((await exported('192.0.2.1', 'staff')).status, 200)
    const wrongToken = { ...from('192.0.2.1'), authorization: 'Bearer none' }
    assert.equal((await app.call('GET', '/api/movies', 'nobody', undefined, wrongToken)).status, 429)
    assert.equal((await app.call('GET', '/api/movies', 'nobody', undefined, { 'x-forwarded-for': '192.0.2.1' })).status, 200, 'JSON')
  })
})

describe('the count of public exports', () => {
  test('lets an address have so many under way, and another when one has ended', () => {
    const exports = new PublicExports()
    const ends = Array.from({ length: mostPublicExports.atOnce }, () => exports.begin('192.0.2.1'))
    assert.throws(() => exports.begin('192.0.2.1'), { status: 429 })
    exports.begin('192.0.2.2')
    ends[0]?.()
    exports.begin('192.0.2.1')
  })

  test('begins again each minute', ({ mock }) => {
    let now = 0
    mock.method(performance, 'now', () => now)
    const exports = new PublicExports()
    for (let at = 0; at < mostPublicExports.inAMinute; at++) exports.begin('192.0.2.1')()
    assert.throws(() => exports.begin('192.0.2.1'), { status: 429, details: { retryAfter: 60 } })
    now = 60_000
    exports.begin('192.0.2.1')()
  })
})
