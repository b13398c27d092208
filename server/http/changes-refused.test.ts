import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { change, collections, type Item, made, severalOf, told } from '#testing/many-changes.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const _id = '01980000-0000-7000-8000-000000000000'
const deletion = { _id, version: 1, deleted: true }
const many = (count: number) => Array.from({ length: count }, () => deletion)
const unknownFields = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`field${at}`, at]))

const wrong: [what: string, changes: unknown, sentence: RegExp][] = [
  ['none', [], /^Send 1 to 100 changes\.$/],
  ['101', many(101), /^Send 1 to 100 changes\.$/],
  ['a thousand and one', many(1_001), /at most 1,000 entries/],
  ['no list', deletion, /^Send 1 to 100 changes\.$/],
  ['a number', [5], /^A change needs the _id and version of a record, and exactly one of: /],
  ['nothing that changes', [{ _id, version: 1 }], /^A change needs /],
  ['two ways at once', [{ ...deletion, restore: 1 }], /^A change needs /],
  ['a field that is not set in many', [{ _id, version: 1, updatedAt: 'now' }], /^A change needs /],
  ['thousands of fields', [{ ...deletion, ...unknownFields }], /^A change needs /],
  ['no id', [{ version: 1, deleted: true }], /^This is not a valid id\.$/],
  ['a name in place of an id', [{ ...deletion, _id: 'poster.png' }], /^This is not a valid id\.$/],
  ['no version', [{ _id, deleted: true }], /^"version" must be a version number\.$/],
  ['a version that no record has', [{ ...deletion, version: 2 ** 31 }], /^"version" must be a version number\.$/],
  ['text in place of yes', [{ ...deletion, deleted: 'true' }], /^"deleted" must be true or false\.$/],
  ['an erasure that is none', [{ _id, version: 1, erased: false }], /^"erased" must be true\.$/],
  ['no version to restore', [{ _id, version: 1, restore: '1' }], /^"restore" must be a version number\.$/],
]

const values: Record<string, [what: string, fields: object, sentence: RegExp][]> = {
  movies: [
    ['an empty genre', { genre: ' ' }, /^Genre is required\.$/],
    ['a long genre', { genre: 'x'.repeat(101) }, /^Genre is too long: at most 100 characters\.$/],
    ['a title', { title: 'Faust' }, /^A change needs .*: genre, deleted, erased, restore\.$/],
    ['a title beside a genre', { genre: 'Drama', title: 'Faust' }, /^A change needs /],
  ],
  news: [['no day', { date: '2026-02-30' }, /valid date/]],
  'promo-codes': [['text in place of yes', { paused: 'yes' }, /^Paused must be true or false\.$/]],
  images: [
    ['a decorative image with an alt text', { altText: 'A count.', decorative: true }, /^A decorative image has no alt text\./],
    ['an alt text alone', { altText: 'A count.' }, /^Decorative must be true or false\.$/],
    ['a long alt text', { altText: 'x'.repeat(301), decorative: false }, /^Alt text is too long/],
  ],
  bookings: [
    ['a status that there isn’t', { status: 3 }, /^Status must be 0/],
    ['a closure without a status', { closure: _id }, /^Status must be 0/],
  ],
  menus: [['any field', { name: 'Popcorn' }, /^A change needs .*: deleted, erased, restore\.$/]],
}

describe('changes that nobody could make are refused with a sentence:', () => {
  for (const { name } of collections) {
    const own = (values[name] ?? []).map(([what, fields, sentence]) => [what, [{ _id, version: 1, ...fields }], sentence] as const)
    for (const [what, changes, sentence] of [...wrong, ...own])
      test(`${name}: ${what}`, async () => {
        const { status, body }: { status: number; body: { error: string } } = await app.call('POST', `/api/${name}/changes`, 'staff', {
          changes,
        })
        assert.equal(status, 422)
        assert.match(body.error, sentence)
      })
  }

  test('a batch that is no UUID', async () => {
    const body = { changes: [deletion], batch: 'first' }
    const reply: { status: number; body: { fields: object } } = await app.call('POST', '/api/movies/changes', 'staff', body)
    assert.deepEqual([reply.status, reply.body.fields], [422, { batch: '"batch" must be a UUID.' }])
  })
})

test('a hundred records can be changed at once', async () => {
  const items = await severalOf(app, 'menus', 100)
  const outcomes = await change(
    app,
    'menus',
    items.map(({ _id, version }) => ({ _id, version, deleted: true })),
  )
  assert.deepEqual(told(outcomes), Array(100).fill(2))
})

test('images that records use stay in these when many are deleted, and the used ones are not erased', async () => {
  const [used, unused] = (await severalOf(app, 'images', 2)) as [Item, Item]
  const body = { title: 'Häxan', genre: 'Drama', image: used.url, description: 'Witches.', trailerUrl: 'https://x.example/y' }
  const movie: Item = (await app.call('POST', '/api/movies', 'staff', body)).body
  const each = (way: object, version: number) => [used, unused].map(({ _id }) => ({ _id, version, ...way }))
  assert.deepEqual(told(await change(app, 'images', each({ deleted: true }, 1))), [2, 2])
  assert.equal((await app.call('GET', `/api/movies/${movie._id}`)).status, 200)
  const outcomes = await change(app, 'images', each({ erased: true }, 2), 'super user')
  assert.deepEqual(told(outcomes), ['in_use', 2])
  assert.match(String(outcomes[0]?.error), /^"Häxan" still uses this image\./)
})

test('a promo code whose letters were given away stays in the trash, with the sentence of a single one', async () => {
  const item = await made(app, 'promo-codes')
  await change(app, 'promo-codes', [{ _id: item._id, version: 1, deleted: true }])
  const { status } = await app.call('POST', '/api/promo-codes', 'staff', { code: item.code, percentage: 5 })
  assert.equal(status, 201)
  const [outcome] = await change(app, 'promo-codes', [{ _id: item._id, version: 2, deleted: false }])
  assert.deepEqual([outcome?.code, outcome?.error], ['taken', 'A promo code with this code already exists.'])
})

test('nothing that erased records held is left in the answers kept for repeated calls', async () => {
  const named = (key: string) => ({ 'idempotency-key': key })
  const sample = { genre: 'Drama', image: '', description: 'Hands.', trailerUrl: 'https://x.example/y' }
  const items: Item[] = []
  for (const title of ['Orlac one', 'Orlac two', 'Orlac three'])
    items.push((await app.call('POST', '/api/movies', 'staff', { title, ...sample }, named(title))).body)
  const kept = async () =>
    (await app.db.selectFrom('idempotencyKeys').select('answer').execute()).flatMap(({ answer }) => answer.match(/Orlac \w+/) ?? [])
  assert.equal((await kept()).length, 3)
  const [one, other] = items as [Item, Item]
  await change(
    app,
    'movies',
    [one, other].map((item) => ({ _id: item._id, version: 1, deleted: true })),
  )
  const erasures = [one, other].map((item) => ({ _id: item._id, version: 2, erased: true }))
  assert.deepEqual(told(await change(app, 'movies', erasures, 'super user', named('erasures'))), [2, 2])
  assert.deepEqual((await kept()).flat(), ['Orlac three'])
})
