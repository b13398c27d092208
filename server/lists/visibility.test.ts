import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { type Reply, type TestApp, testApp, type Who } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp({ trustProxy: 1 })
})
after(() => app.close())

const namedBy = { movies: 'title', menus: 'name', news: 'title' } as const
type Collection = keyof typeof namedBy

async function make(collection: Collection, name: string, fields: object): Promise<void> {
  const body = { ...(await sampleOf(collection).body(app)), ...fields, [namedBy[collection]]: name }
  const made = await app.call('POST', `/api/${collection}`, 'staff', body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
}

const ask = (collection: Collection, query: string, as: Who = 'staff', headers = {}): Promise<Reply> =>
  app.call('GET', `/api/${collection}?${query}`, as, undefined, headers)
async function names(collection: Collection, query: string): Promise<string[]> {
  const { status, body, headers } = await ask(collection, query)
  assert.equal(status, 200, JSON.stringify(body))
  const found = (body as Record<string, string>[]).map((item) => item[namedBy[collection]] ?? '')
  assert.equal(Number(headers['x-total-count']), found.length)
  return found.sort()
}

/** Shows the product this moment, in Vienna, until the end of the test. The users stay signed in. */
async function at(moment: string, t: { after: (done: () => Promise<unknown>) => void }) {
  const own = process.env.TZ
  process.env.TZ = 'Europe/Vienna'
  mock.timers.enable({ apis: ['Date'] })
  await goTo(moment)
  t.after(async () => {
    mock.timers.reset()
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
    await signedInAt(new Date().toISOString())
  })
}

async function goTo(moment: string) {
  mock.timers.setTime(Date.parse(moment))
  await signedInAt(moment)
}

const signedInAt = (moment: string) => app.db.updateTable('sessions').set({ createdAt: moment, usedAt: moment }).execute()

/** A quarter of an hour before Friday begins in Vienna, and its first moment; by UTC, both are on Thursday. */
const [thursday, friday] = ['2031-04-03T21:45:00Z', '2031-04-03T22:00:00Z']

for (const collection of ['movies', 'menus'] as const)
  describe(`${collection} are found by whether the public sees them`, () => {
    before(async () => {
      await make(collection, 'Always', {})
      await make(collection, 'From Friday', { showFrom: '2031-04-04' })
      await make(collection, 'Until Thursday', { showUntil: '2031-04-03' })
      await make(collection, 'Thursday only', { showFrom: '2031-04-03', showUntil: '2031-04-03' })
      await make(collection, 'From Saturday', { showFrom: '2031-04-05', showUntil: '2031-04-06' })
    })

    test('on the chain’s day, also as it changes', async (t) => {
      await at(thursday, t)
      const found = async () => Promise.all(['scheduled', 'public', 'hidden'].map((each) => names(collection, `visibility=${each}`)))
      assert.deepEqual(await found(), [['From Friday', 'From Saturday'], ['Always', 'Thursday only', 'Until Thursday'], []])
      await goTo('2031-04-03T21:59:59.999Z')
      assert.deepEqual((await found())[2], [])
      await goTo(friday)
      assert.deepEqual(await found(), [['From Saturday'], ['Always', 'From Friday'], ['Thursday only', 'Until Thursday']])
      await goTo('2031-04-07T12:00:00Z')
      assert.deepEqual(await found(), [[], ['Always', 'From Friday'], ['From Saturday', 'Thursday only', 'Until Thursday']])
    })

    test('together with other filters, a search, an order and pages, and in the table', async (t) => {
      await at(friday, t)
      assert.deepEqual(await names(collection, 'visibility=scheduled&visibility=hidden'), [
        'From Saturday',
        'Thursday only',
        'Until Thursday',
      ])
      assert.deepEqual(await names(collection, 'visibility=hidden&q=until'), ['Until Thursday'])
      assert.deepEqual(await names(collection, 'visibility=scheduled&trash=1'), [])
      const order = namedBy[collection]
      const first = await ask(collection, `visibility=hidden&order=${order}&limit=1`)
      const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
      const second = await app.call('GET', next, 'staff')
      assert.deepEqual(
        [first, second].flatMap(({ body }) => (body as Record<string, string>[]).map((item) => item[order])),
        ['Thursday only', 'Until Thursday'],
      )
      const { body } = await ask(collection, 'visibility=scheduled', 'staff', { accept: 'text/csv' })
      const [head = [], ...rows] = parseCsv(body)
      assert.deepEqual(
        rows.map((row) => row[head.indexOf(order)]),
        ['From Saturday'],
      )
    })
  })

test('news are scheduled or public, and never hidden again', async (t) => {
  await make('news', 'Friday', { date: '2031-04-04' })
  await make('news', 'Thursday', { date: '2031-04-03' })
  await at(thursday, t)
  const found = async () => Promise.all(['scheduled', 'public'].map((each) => names('news', `visibility=${each}`)))
  assert.deepEqual(await found(), [['Friday'], ['Thursday']])
  assert.deepEqual(await names('news', 'visibility=scheduled&date=2031-04-01..2031-04-30'), ['Friday'])
  await goTo(friday)
  assert.deepEqual(await found(), [[], ['Friday', 'Thursday']])
  const { status, body }: { status: number; body: { fields: object } } = await ask('news', 'visibility=hidden')
  assert.deepEqual([status, body.fields], [422, { visibility: 'Visibility must be one of scheduled, public.' }])
})

test('without a token nobody may ask for it, as for the trash: neither as JSON nor as a table, and no answer is shared', async () => {
  for (const collection of ['movies', 'menus', 'news'] as const)
    for (const query of ['visibility=scheduled', 'visibility=public', 'visibility=public&visibility=scheduled', 'visibility=nonsense'])
      for (const headers of [{}, { accept: 'text/csv' }, { authorization: 'Bearer none' }]) {
        const { status, headers: got } = await ask(collection, query, 'nobody', headers)
        assert.deepEqual([status, got['access-control-allow-origin']], [401, undefined], query)
      }
  const { headers } = await ask('movies', 'visibility=public')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal((await ask('movies', 'visibility=nonsense')).status, 422)
})
