import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { mostCounted } from '#contract/listing.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { processorTime } from '#testing/cost.ts'
import { sampleOf } from '#testing/samples.ts'
import { someBooking } from '#testing/some-booking.ts'
import { mergeSegments } from './search-index.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const totalOf = async (path: string, query: Record<string, string>) => {
  const { status, headers, body } = await app.call('GET', `/api/${path}?${new URLSearchParams({ limit: '1', ...query })}`, 'staff')
  assert.equal(status, 200, JSON.stringify(body))
  return { total: Number(headers['x-total-count']), relation: headers['x-total-count-relation'] }
}

test('a record is found by each of its texts', async () => {
  const words = ['Quixote', 'Zephyr', 'Walrus', 'Yonder']
  for (const [path, ...fields] of [
    ['movies', 'title', 'genre', 'description'],
    ['branches', 'name', 'address'],
    ['news', 'title', 'description'],
    ['menus', 'name', 'description'],
    ['bookings', 'fullName', 'phoneNumber', 'branchName', 'promoCode'],
    ['promo-codes', 'code'],
  ] as const) {
    const texts: Record<string, string> = Object.fromEntries(fields.map((field, at) => [field, words[at] ?? '']))
    if (path === 'bookings') {
      const sample = { ...(await sampleOf('branches').body(app)), name: words[2] }
      assert.equal((await app.call('POST', '/api/branches', 'staff', sample)).status, 201)
      await app.call('POST', '/api/promo-codes', 'staff', { code: words[3], percentage: 5 })
      texts.phoneNumber = '+43 660 9182736'
    }
    const { status } = await app.call('POST', `/api/${path}`, 'staff', {
      ...(await sampleOf(path).body(app)),
      ...texts,
    })
    assert.equal(status, 201, path)
    for (const [field, text] of Object.entries(texts)) assert.equal((await totalOf(path, { q: text })).total, 1, `${path} by ${field}`)
  }
})

describe('what people type finds what others have written', () => {
  const [, ...lines] = readFileSync('testing/cases/search.tsv', 'utf8').trimEnd().split('\n')
  for (const [at, line] of lines.entries()) {
    const [stored = '', searched = '', expected] = line.split('\t')
    test(`"${searched}" and "${stored}": ${expected}`, async () => {
      const movie = { ...(await sampleOf('movies').body(app)), title: stored, genre: `Case ${at}`, description: 'x' }
      assert.equal((await app.call('POST', '/api/movies', 'staff', movie)).status, 201)
      const { total } = await totalOf('movies', { q: searched, genre: `Case ${at}` })
      assert.equal(total, expected === 'found' ? 1 : 0)
    })
  }
})

test('a word with signs in it is found without them wherever it stands, by its beginning as well', async () => {
  const title = "The last M*A*S*H of Anna-Lena O'Neill"
  const movie = { ...(await sampleOf('movies').body(app)), title, genre: 'Joined', description: 'x' }
  assert.equal((await app.call('POST', '/api/movies', 'staff', movie)).status, 201)
  for (const q of ['mash', 'mas', 'm*a*s*h', 'oneill', 'onei', "o'neill", 'annalena', 'annal', 'neill'])
    assert.equal((await totalOf('movies', { q, genre: 'Joined' })).total, 1, q)
  for (const q of ['mashof', 'ash', 'nalena']) assert.equal((await totalOf('movies', { q, genre: 'Joined' })).total, 0, q)
})

test('a long run of digits finds the numbers that contain it, and not those that have its parts elsewhere', async () => {
  const phones = { whole: '0664 1234567', parts: '0123 2345 3456', other: '0664 7654321' }
  const ids: Record<string, string> = {}
  for (const [name, phoneNumber] of Object.entries(phones)) ids[name] = (await someBooking(app, { phoneNumber, fullName: 'Digits' }))._id
  const found = async (q: string) =>
    ((await app.call('GET', `/api/bookings?q=${encodeURIComponent(q)}`, 'staff')).body as { _id: string }[]).map(({ _id }) => _id)
  assert.deepEqual(await found('123456'), [ids.whole])
  assert.deepEqual(await found('digits 123456'), [ids.whole])
  assert.deepEqual((await found('digits 234')).sort(), [ids.whole, ids.parts].sort())
  assert.deepEqual(await found('0664 1234567'), [ids.whole])
  assert.deepEqual(await found('somebody 0664 / 123 45 67'), [ids.whole], 'a number tells by itself whose it is')
})

test('a search has at most 32 words, and a run of digits in each of them costs no more than a word', async () => {
  const ask = (q: string) => app.call('GET', `/api/bookings?q=${encodeURIComponent(q)}`, 'staff')
  const { status, body }: { status: number; body: { fields: Record<string, string> } } = await ask(Array(33).fill('1').join(' '))
  assert.deepEqual([status, Object.keys(body.fields)], [422, ['q']])
  const begun = processorTime()
  assert.equal((await ask(Array.from({ length: 32 }, (_, at) => 10_000 + at).join(' '))).status, 200)
  assert.ok(processorTime() - begun < 2_000)
})

test('a total is exact up to 10,000, and says where there are more; the pages go on to the end', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const dish = {
    version: 1,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    name: 'Countless',
    nameSort: 'countless',
    image: '',
    description: 'x',
    showFrom: '',
    showUntil: '',
  }
  const add = (from: number, to: number) =>
    app.db.transaction().execute(async (trx) => {
      for (let begin = from; begin < to; begin += 500) {
        const ids = Array.from(
          { length: Math.min(500, to - begin) },
          (_, step) => `0190aaaa-0000-7000-8000-${String(begin + step).padStart(12, '0')}`,
        )
        await trx
          .insertInto('menus')
          .values(ids.map((id) => ({ ...dish, id })))
          .execute()
      }
      await rebuildIndex(trx)
    })
  await add(0, mostCounted)
  assert.deepEqual(await totalOf('menus', { q: 'countless' }), { total: mostCounted, relation: undefined })
  await add(mostCounted, mostCounted + 1)
  for (const query of [{ q: 'countless' }, { q: 'countl' }, {}] as Record<string, string>[])
    assert.deepEqual(await totalOf('menus', query), { total: mostCounted, relation: 'gte' })
  for (const order of ['newest', '-newest', 'name', '-changed']) {
    const ids = new Set<string>()
    for (let next: string | undefined = `/api/menus?q=countless&limit=1000&order=${order}`; next; ) {
      const { headers, body }: { headers: Record<string, unknown>; body: { _id: string }[] } = await app.call('GET', next, 'staff')
      for (const { _id } of body) ids.add(_id)
      next = /<(.+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    assert.equal(ids.size, mostCounted + 1, order)
  }
  for (const limit of [127, 128, 129]) {
    const { headers, body }: { headers: Record<string, unknown>; body: unknown[] } = await app.call(
      'GET',
      `/api/menus?q=countless&limit=${limit}`,
      'staff',
    )
    assert.equal(body.length, limit)
    assert.match(String(headers.link), /rel="next"/, `${limit}`)
  }
})

test('the housekeeping merges what many writes have left in the index, and nothing is lost by that', async () => {
  // PostgreSQL looks after its index itself.
  if (isPostgres(app.db)) return
  const segments = async () =>
    (await sql<{ n: number }>`select count(distinct segid) as n from branches_tokens_idx`.execute(app.db)).rows[0]?.n ?? 0
  const branch = { address: 'x', googleMapsUrl: 'https://maps.app.goo.gl/x', images: [] }
  for (let at = 0; at < 14; at++)
    assert.equal((await app.call('POST', '/api/branches', 'staff', { ...branch, name: `Merged ${at}` })).status, 201)
  const before = await segments()
  assert.ok(before > 5, `${before} segments`)
  await mergeSegments(app.db, ['branches'])
  assert.ok((await segments()) < before / 2)
  assert.equal((await totalOf('branches', { q: 'merged' })).total, 14)
  let steps = 0
  const watched = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      steps++
      return result
    },
  })
  await mergeSegments(watched, ['branches'])
  assert.ok(steps < 20, `${steps} statements where nothing is left to merge`)
})
