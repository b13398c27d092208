import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { costOf } from '#testing/cost.ts'
import { manyMovies } from '#testing/many-bookings.ts'
import { sampleOf } from '#testing/samples.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await someBranch(app, 'Harbour')
  await make('movies', { title: 'Metropolis', genre: 'Science fiction' })
  await make('movies', { title: 'Häxan', genre: 'Horror' })
  await make('movies', { title: 'Caligari', genre: 'Horror', showFrom: '2199-01-01' })
  await make('news', { title: 'Festival of silent films', date: '2020-01-01' })
  await make('news', { title: 'Secret premiere', date: '2199-01-01' })
  await make('menus', { name: 'Caramel popcorn' })
  await make('promo-codes', { code: 'SUMMER20' })
  await someBooking(app, { fullName: 'Wilhelmina Murray' })
})
after(() => app.close())

type Made = { _id: string; version: number }

async function make(collection: string, fields: object): Promise<Made> {
  const { status, body } = await app.call('POST', `/api/${collection}`, 'staff', { ...(await sampleOf(collection).body(app)), ...fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const ask = (q: string, collection?: string, as: Who = 'staff') =>
  app.call('GET', `/api/suggestions?${new URLSearchParams({ q, ...(collection && { collection }) })}`, as)

async function namesFor(q: string, collection?: string, as?: Who): Promise<string[]> {
  const { status, body } = await ask(q, collection, as)
  assert.equal(status, 200, JSON.stringify(body))
  return (body as { name: string }[]).map(({ name }) => name)
}

describe('a suggestion', () => {
  for (const [collection, q, name] of [
    ['movies', 'metropols', 'Metropolis'],
    ['movies', 'tropol', 'Metropolis'],
    ['movies', 'haexan', 'Häxan'],
    ['movies', 'horor', 'Horror'],
    ['branches', 'harbuor', 'Harbour'],
    ['menus', 'carmel', 'Caramel popcorn'],
    ['news', 'silent flims', 'Festival of silent films'],
    ['promoCodes', 'sumer20', 'SUMMER20'],
    ['bookings', 'harbuor', 'Harbour'],
    ['bookings', 'sumer20', 'SUMMER20'],
  ] as const)
    test(`for ${q} in ${collection} is ${name}`, async () => assert.equal((await namesFor(q, collection))[0], name))

  test('comes from every collection when none is named, and says from which', async () => {
    assert.deepEqual((await ask('metropols')).body, [{ name: 'Metropolis', collection: 'movies' }])
    assert.deepEqual((await ask('carmel popcrn')).body, [{ name: 'Caramel popcorn', collection: 'menus' }])
  })

  test('is none of the searched words themselves, and nothing for one letter or for words without a resemblance', async () => {
    assert.deepEqual(await namesFor('HAXAN', 'movies'), [])
    for (const q of ['m', '?', 'zzzzqqqq']) assert.deepEqual(await namesFor(q, 'movies'), [], q)
  })

  test('comes once, however many records have the name, and at most three come', async () => {
    assert.deepEqual(await namesFor('horor', 'movies'), ['Horror'])
    for (const title of ['Phantom one', 'Phantom two', 'Phantom three', 'Phantom four']) await make('movies', { title, genre: 'Horror' })
    assert.equal((await namesFor('phantm', 'movies')).length, 3)
  })

  test('follows every change: new, renamed, deleted and restored records', async () => {
    const { _id } = await make('menus', { name: 'Lemonade' })
    assert.deepEqual(await namesFor('lemnade', 'menus'), ['Lemonade'])
    const body = { ...(await sampleOf('menus').body(app)), name: 'Elderflower spritz' }
    assert.equal((await app.call('PUT', `/api/menus/${_id}`, 'staff', body)).status, 200)
    assert.deepEqual([await namesFor('lemnade', 'menus'), await namesFor('elderflwer', 'menus')], [[], ['Elderflower spritz']])
    assert.equal((await app.call('DELETE', `/api/menus/${_id}`, 'staff')).status, 204)
    assert.deepEqual(await namesFor('elderflwer', 'menus'), [])
    assert.equal((await app.call('POST', `/api/menus/${_id}/restoration`, 'staff', {})).status, 200)
    assert.deepEqual(await namesFor('elderflwer', 'menus'), ['Elderflower spritz'])
  })
})

describe('nobody learns a name that they may not see:', () => {
  test('guests are in no suggestion', async () => {
    for (const collection of [undefined, 'bookings']) assert.deepEqual(await namesFor('wilhelmna', collection), [])
  })

  test('the public gets only what it sees today, and no codes', async () => {
    assert.deepEqual(await namesFor('metropols', 'movies', 'nobody'), ['Metropolis'])
    for (const [q, name] of [
      ['caligri', 'Caligari'],
      ['secret premire', 'Secret premiere'],
      ['sumer20', 'SUMMER20'],
    ] as const) {
      assert.ok((await namesFor(q)).includes(name), 'staff see it')
      assert.ok(!(await namesFor(q, undefined, 'nobody')).includes(name), name)
    }
  })

  test('codes and bookings need a signed-in user', async () => {
    for (const collection of ['promoCodes', 'bookings']) {
      const { status, body } = await ask('sumer', collection, 'nobody')
      assert.deepEqual([status, (body as { error: string }).error], [401, 'Please sign in.'])
    }
  })
})

describe('bad input gets a sentence:', () => {
  for (const [query, sentence] of [
    ['', 'Send "q" only once.'],
    ['q=', '"q" is required.'],
    ['q=a&q=b', 'Send "q" only once.'],
    [`q=${'x'.repeat(201)}`, 'A search can have at most 200 characters.'],
    [`q=${Array.from({ length: 33 }, () => 'ab').join('+')}`, 'A search can have at most 32 words.'],
    ['q=ab&collection=users', '"collection" must be one of movies, branches, menus, news, promoCodes, bookings.'],
  ] as const)
    test(`?${query.slice(0, 30)}`, async () => {
      const { status, body } = await app.call('GET', `/api/suggestions?${query}`, 'staff')
      assert.deepEqual([status, (body as { error: string }).error], [422, sentence])
    })
})

test('in a large chain no turn of the event loop is long, however long the names and the words are', async () => {
  const words = 'Wonderful nights of cinema in the old house by the harbour of the north'
  await manyMovies(
    app,
    Array.from({ length: 12_000 }, (_, at) => `${at} ${words} ${words}`.slice(0, 200)),
  )
  const typed = [`${words} ${words}`.slice(0, 190), 'ab', 'wonderfl', 'a'.repeat(200), 'harbuor of teh nroth 77']
  for (const [at, q] of typed.entries()) {
    // A change between two searches: all names are read again.
    await make('menus', { name: `Drink ${at}` })
    const { turn } = await costOf(() => namesFor(q))
    assert.ok(turn < 50, `${q}: ${turn} ms`)
  }
})
