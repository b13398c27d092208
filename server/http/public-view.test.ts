import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import type { Image } from '#contract/images.ts'
import { openWithoutLock } from '#server/startup/product.ts'
import { type Reply, type TestApp, testApp } from '#testing/app.ts'
import { type Answer, client } from '#testing/client.ts'
import { parseCsv } from '#testing/csv.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp({ trustProxy: 1 })
})
after(() => app.close())

type Made = { _id: string; version: number }

async function make(collection: string, fields: object): Promise<Made> {
  const sample = sampleOf(collection)
  const { status, body } = await app.call('POST', `/api/${collection}`, 'staff', { ...(await sample.body(app)), ...fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const ids = ({ body }: Reply) => (body as Made[]).map(({ _id }) => _id)

let exports = 0
/** Exports a list for the public. Each export has an address of its own, because their number is limited for each. */
const exported = (path: string) =>
  app.call('GET', path, 'nobody', undefined, { accept: 'text/csv', 'x-forwarded-for': `192.0.2.${++exports}` })

/** Shows the product another clock, in the given time zone, until the end of the test. */
function at(moment: string, t: { after: (done: () => void) => void }, zone?: string) {
  const own = process.env.TZ
  if (zone) process.env.TZ = zone
  mock.timers.enable({ apis: ['Date'], now: Date.parse(moment) })
  t.after(() => {
    mock.timers.reset()
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })
}

/** A day that is still to come, and one that is over, whenever the test runs. */
const [tomorrow, yesterday] = ['2199-12-04', '2001-02-03']

/** Records that the public doesn't see, by their collection. */
const hidden = [
  ['news', { date: tomorrow }],
  ['movies', { showFrom: tomorrow }],
  ['movies', { showUntil: yesterday }],
  ['menus', { showFrom: tomorrow, showUntil: tomorrow }],
  ['menus', { showUntil: yesterday }],
] as const

for (const [collection, days] of hidden) {
  describe(`${collection} with ${JSON.stringify(days)}`, () => {
    const path = `/api/${collection}`
    const word = `Word${collection}${Object.keys(days).join('')}`
    const titled = { [collection === 'menus' ? 'name' : 'title']: word }
    let one: Made
    let unchanged: (string | undefined)[]
    const answers = async () => {
      const asked = [path, `${path}?limit=1`, ...(collection === 'movies' ? ['/api/movies/values/genre'] : []), '/api/images']
      return Promise.all(asked.map(async (each) => (await app.call('GET', each)).headers.etag))
    }
    before(async () => {
      await make(collection, {})
      unchanged = await answers()
      one = await make(collection, { ...titled, ...days, ...(collection === 'movies' && { genre: word }) })
    })

    test('are in no answer for the public, in whatever way it asks', async () => {
      assert.deepEqual(await answers(), unchanged, 'every entity tag is as before')
      const { orders } = sampleOf(collection).contract.list.listing
      const queries = [
        '',
        '?limit=1',
        `?q=${word}`,
        `?q=${word.slice(0, 5)}`,
        ...Object.keys(orders).flatMap((order) => [`?order=${order}`, `?order=-${order}`]),
      ]
      const filters = {
        news: [`?date=${tomorrow}`, `?date=${tomorrow}..`],
        movies: [`?genre=${word}`, `?genre=${word}&q=${word}`, '?cover=without', `?cover=without&genre=${word}`],
        menus: [],
      }
      for (const query of [...queries, ...filters[collection]]) {
        const { status, headers, body } = await app.call('GET', path + query)
        assert.equal(status, 200, query)
        assert.ok(!JSON.stringify(body).includes(one._id), query)
        const total = Number(headers['x-total-count'])
        if (query.includes('limit')) continue
        assert.equal(total, (body as Made[]).length, query)
        const csv = await exported(path + query)
        assert.ok(!String(csv.body).includes(one._id), `${query} as CSV`)
        assert.deepEqual([parseCsv(csv.body).length - 1, Number(csv.headers['x-total-count'])], [total, total], `${query} as CSV`)
      }
    })

    test('are not found by the public, not even by an entity tag that is known', async () => {
      for (const known of [{}, { 'if-none-match': '"1"' }, { 'if-none-match': '*' }]) {
        const { status, headers } = await app.call('GET', `${path}/${one._id}`, 'nobody', undefined, known)
        assert.deepEqual([status, headers.etag], [404, undefined])
      }
    })

    test('are in every answer for staff, which is kept for nobody else', async () => {
      for (const query of ['', `?q=${word}`, ...(collection === 'movies' ? [`?genre=${word}`] : [])])
        for (const _ of ['made', 'kept']) {
          const reply = await app.call('GET', path + query, 'staff')
          assert.ok(ids(reply).includes(one._id), query)
          assert.deepEqual([reply.headers['cache-control'], reply.headers['access-control-allow-origin']], ['no-store', undefined])
          assert.ok(!ids(await app.call('GET', path + query)).includes(one._id), query)
        }
      assert.equal((await app.call('GET', `${path}/${one._id}`, 'staff')).status, 200)
      const csv = await app.call('GET', path, 'staff', undefined, { accept: 'text/csv' })
      assert.ok(String(csv.body).includes(one._id))
    })

    test('are shown to no caller whose token is not valid: that must sign in', async () => {
      for (const each of [path, `${path}/${one._id}`])
        assert.equal((await app.call('GET', each, 'nobody', undefined, { authorization: 'Bearer none' })).status, 401)
    })
  })
}

test('the last day must not be before the first one', async () => {
  for (const collection of ['movies', 'menus']) {
    const given = { ...(await sampleOf(collection).body(app)), showFrom: '2026-12-04', showUntil: '2026-12-03' }
    const { status, body }: { status: number; body: { fields: object } } = await app.call('POST', `/api/${collection}`, 'staff', given)
    assert.deepEqual([status, body.fields], [422, { showUntil: '"Show until" must not be before "Show from".' }])
    assert.equal((await app.call('POST', `/api/${collection}`, 'staff', { ...given, showUntil: '2026-12-04' })).status, 201)
  }
})

test('a caller that knows nothing of the days keeps them, and one that empties them shows the record', async () => {
  for (const collection of ['movies', 'menus']) {
    const given = await sampleOf(collection).body(app)
    const { showFrom: _, showUntil: __, ...known } = given
    const { _id } = await make(collection, { showFrom: tomorrow })
    const path = `/api/${collection}/${_id}`
    const put = async (body: object) => (await app.call('PUT', path, 'staff', body)).body as { showFrom: string }
    assert.equal((await put(known)).showFrom, tomorrow)
    assert.equal((await app.call('GET', path)).status, 404)
    assert.equal((await put({ ...known, showFrom: '', showUntil: '' })).showFrom, '')
    assert.equal((await app.call('GET', path)).status, 200)
  }
})

describe('the public gallery', () => {
  const names = async (query = ''): Promise<string[]> =>
    ((await app.call('GET', `/api/images${query}`)).body as Image[]).map(({ name }) => name)
  const usesOf = async (name: string, as: 'nobody' | 'staff' = 'nobody') => {
    const image = ((await app.call('GET', '/api/images', as)).body as Image[]).find((each) => each.name === name)
    return image && [image.usedBy.map(({ title }) => title), image.usedByCount]
  }

  test('has neither an image that only hidden records use, nor a hidden use of another one', async () => {
    const [secret, shared] = [await stored(app, await picture('png'), 'secret.png'), await stored(app, await picture('png'), 'shared.png')]
    const scheduled = await make('news', { title: 'Scheduled', date: tomorrow, image: secret.url, gallery: [shared.url] })
    await make('movies', { title: 'Shown', image: shared.url })
    assert.deepEqual([await usesOf('secret.png'), await usesOf('shared.png')], [undefined, [['Shown'], 1]])
    for (const query of ['?used=yes', '?used=no', '?q=secret']) assert.ok(!(await names(query)).includes('secret.png'), query)
    assert.deepEqual(await usesOf('secret.png', 'staff'), [['Scheduled'], 1])
    const over = await stored(app, await picture('png'), 'over.png')
    await make('movies', { title: 'Over', image: over.url, showUntil: yesterday })
    assert.deepEqual([await usesOf('over.png'), await usesOf('over.png', 'staff')], [undefined, [['Over'], 1]])
    const today = { ...(await sampleOf('news').body(app)), title: 'Today', date: yesterday, image: secret.url, gallery: [shared.url] }
    assert.equal((await app.call('PUT', `/api/news/${scheduled._id}`, 'staff', today)).status, 200)
    assert.deepEqual([await usesOf('secret.png'), (await usesOf('shared.png'))?.[1]], [[['Today'], 1], 2])
    assert.ok((await names('?used=yes')).includes('secret.png'))
  })
})

describe('at the beginning of its day, a news item is public', () => {
  test('without a change, also for a cache that asks whether its copy is still good', async (t) => {
    const { _id } = await make('news', { title: 'Friday', date: '2031-04-04' })
    const { version } = await make('movies', { title: 'Until Thursday', showUntil: '2031-04-03' })
    at('2031-04-03T12:00:00Z', t, 'UTC')
    const ask = (path: string, known?: string) => app.call('GET', path, 'nobody', undefined, known ? { 'if-none-match': known } : {})
    const thursday = await ask('/api/news')
    assert.ok(!ids(thursday).includes(_id))
    const tag = String(thursday.headers.etag)
    const films = String((await ask('/api/movies?q=until')).headers.etag)
    mock.timers.setTime(Date.parse('2031-04-03T23:59:59.999Z'))
    assert.deepEqual([(await ask('/api/news', tag)).status, (await ask(`/api/news/${_id}`)).status], [304, 404])
    assert.equal((await ask('/api/movies?q=until', films)).status, 304)
    mock.timers.setTime(Date.parse('2031-04-04T00:00:00Z'))
    const friday = await ask('/api/news', tag)
    assert.deepEqual([friday.status, ids(friday)[0]], [200, _id])
    assert.equal(Number(friday.headers['x-total-count']), Number(thursday.headers['x-total-count']) + 1)
    assert.deepEqual([(await ask(`/api/news/${_id}`)).status, (await ask(`/api/news/${_id}`)).headers.etag], [200, '"1"'])
    const gone = await ask('/api/movies?q=until', films)
    assert.deepEqual([gone.status, gone.body, version], [200, [], 1])
    // A cache must ask each time: an age that it may reach would carry Thursday's answer into Friday.
    for (const { headers } of [thursday, friday, gone]) assert.equal(headers['cache-control'], 'public, no-cache')
    // A clock that is set back.
    mock.timers.setTime(Date.parse('2031-04-03T23:59:59Z'))
    assert.deepEqual([(await ask('/api/news', tag)).status, (await ask(`/api/news/${_id}`)).status], [304, 404])
  })

  for (const [zone, day, begin] of [
    // The clocks go forward by an hour in the night before, and back.
    ['Europe/Vienna', '2031-03-31', '2031-03-30T22:00:00Z'],
    ['Europe/Vienna', '2031-03-30', '2031-03-29T23:00:00Z'],
    ['Europe/Vienna', '2031-10-27', '2031-10-26T23:00:00Z'],
    // Midnight doesn't exist: the clocks go from 24:00 to 1:00.
    ['Africa/Cairo', '2031-04-25', '2031-04-24T22:00:00Z'],
    ['America/Santiago', '2031-09-07', '2031-09-07T04:00:00Z'],
    ['Pacific/Kiritimati', '2031-05-01', '2031-04-30T10:00:00Z'],
    ['Pacific/Pago_Pago', '2031-05-01', '2031-05-01T11:00:00Z'],
  ] as const)
    test(`in ${zone} on ${day}`, async (t) => {
      const { _id } = await make('news', { date: day })
      at(begin, t, zone)
      const isListed = async () => ids(await app.call('GET', '/api/news')).includes(_id)
      mock.timers.setTime(Date.parse(begin) - 1)
      assert.deepEqual([await isListed(), await isListed()], [false, false])
      mock.timers.setTime(Date.parse(begin))
      assert.deepEqual([await isListed(), await isListed()], [true, true])
    })

  test('on every server, and on none before', async (t) => {
    const { app: other, ...rest } = await openWithoutLock(app.config)
    t.after(() => rest.close())
    const door = client(other)
    t.after(() => door.close())
    const { _id } = await make('news', { date: '2031-06-06' })
    const onOther = async (): Promise<Answer> => door.send('GET', '/api/news', {})
    at('2031-06-05T23:59:59Z', t, 'UTC')
    const areListed = async () => [ids(await app.call('GET', '/api/news')).includes(_id), (await onOther()).body.includes(_id)]
    for (const _ of ['made', 'kept']) assert.deepEqual(await areListed(), [false, false])
    mock.timers.setTime(Date.parse('2031-06-06T00:00:00Z'))
    for (const _ of ['made', 'kept']) assert.deepEqual(await areListed(), [true, true])
  })
})
