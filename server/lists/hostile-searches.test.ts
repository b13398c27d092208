import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { costOf, isCheap } from '#testing/cost.ts'
import { bigChain } from '#testing/many-bookings.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await bigChain(app)
  await someBranch(app, 'Harbour')
  for (let at = 0; at < 20; at++) {
    await addMovie(`Film 20${at + 10}`, 'Short')
    await someBooking(app, { branchName: 'Harbour', date: `20${at + 10}-03-14`, phoneNumber: `0660 ${1234567 + at}` })
  }
})
after(() => app.close())

const addMovie = async (title: string, description: string) => {
  const movie = { title, description, genre: 'Drama', image: '', trailerUrl: 'https://example.com/' }
  const { status } = await app.call('POST', '/api/movies', 'staff', movie)
  assert.equal(status, 201)
}

let asked = 0

/** Sends a request and returns its status. Asserts that the request is cheap at any status. */
async function statusOf(
  path: string,
  query: [string, string][],
  tries?: number,
): Promise<{ status: number; fields: Record<string, string> }> {
  let answer: { status: number; body: { fields?: Record<string, string> } } | undefined
  const cost = await costOf(async () => {
    // A new URL for each request, because responses are cached.
    asked++
    answer = await app.call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams([...query, ['limit', String((asked % 900) + 100)]])}`,
      'staff',
    )
  }, tries)
  assert.ok(isCheap(cost), `${path} with ${query.length} parameters takes ${JSON.stringify(cost)}`)
  return { status: answer?.status ?? 0, fields: answer?.body.fields ?? {} }
}

const lists = ['/api/movies', '/api/bookings', '/api/bookings/totals', '/api/bookings/numbers?date=2026-01-01..2026-12-31']

describe('a search', () => {
  test('takes work in proportion to its length: 32 numbers of four digits are soon answered', async () => {
    for (const count of [1, 2, 3, 10, 20, 32]) {
      const q = Array.from({ length: count }, (_, at) => String(2010 + at)).join(' ')
      for (const path of lists) assert.equal((await statusOf(path, [['q', q]])).status, 200, `${path} ${count}`)
    }
  })

  test('of one letter, of a house number or of two words is soon answered, also in the trash', async () => {
    for (const q of ['h', 'g', '066', '0664 9', 'house guest', 'house of horror'])
      for (const path of [
        ...lists,
        '/api/bookings?order=newest',
        '/api/movies?order=title',
        '/api/movies?genre=Drama',
        '/api/bookings?trash=1',
      ])
        assert.ok([200, 422].includes((await statusOf(path, [['q', q]])).status))
  })

  test('of 33 words is refused, by its name', async () => {
    const words = Array.from({ length: 33 }, (_, at) => `w${at}`)
    for (const path of lists) {
      assert.equal((await statusOf(path, [['q', words.slice(1).join(' ')]])).status, 200)
      const { status, fields } = await statusOf(path, [['q', words.join(' ')]])
      assert.deepEqual([status, fields], [422, { q: 'A search can have at most 32 words.' }])
    }
  })

  test('of 39 numbers in 200 characters is refused at once, and so is what becomes as many words in its plain form', async () => {
    const numbers = Array.from({ length: 39 }, (_, at) => String(1234 + at)).join(' ')
    for (const q of [numbers, '\ufdfa'.repeat(200)]) assert.equal((await statusOf('/api/movies', [['q', q]])).status, 422)
  })

  test('finds the same with many numbers as with few', async () => {
    const found = async (q: string) =>
      ((await app.call('GET', `/api/bookings?${new URLSearchParams({ q })}`, 'staff')).body as { phoneNumber: string }[]).map(
        ({ phoneNumber }) => phoneNumber,
      )
    assert.deepEqual(await found('12345 2345 34567 4567 234567'), ['0660 1234567'])
    assert.deepEqual(await found('12345 2345 34567 4567 234568'), [])
  })
})

describe('a filter', () => {
  const wide = (at: number) => `19${10 + at}-02-02..20${10 + at}-11-29`
  const apart = (at: number) => `20${10 + 2 * at}-02-02..20${11 + 2 * at}-11-29`

  for (const path of [...lists.slice(1, -1), '/api/bookings/visits', '/api/news'])
    test(`of ${path} takes ten ranges of days, and refuses eleven by their name`, async () => {
      for (const range of [wide, apart]) {
        const days = (count: number) => Array.from({ length: count }, (_, at): [string, string] => ['date', range(at)])
        const words: [string, string][] = path.endsWith('visits') ? [] : [['q', 'ann']]
        assert.equal((await statusOf(path, days(10))).status, 200)
        assert.equal((await statusOf(path, [...days(10), ...words])).status, 200)
        const { status, fields } = await statusOf(path, [...days(11), ...words])
        assert.equal(status, 422)
        assert.match(fields.date ?? '', / takes at most 10 values\.$/)
      }
    })

  test('takes fifty values and refuses more, also the same one', async () => {
    const values = (count: number, value: (at: number) => string) =>
      Array.from({ length: count }, (_, at): [string, string] => ['genre', value(at)])
    assert.equal((await statusOf('/api/movies', [...values(50, (at) => `G${at}`), ['q', 'film']])).status, 200)
    for (const value of [(at: number) => `G${at}`, () => 'Drama']) {
      const { status, fields } = await statusOf('/api/movies', values(51, value))
      assert.deepEqual([status, fields.genre], [422, 'Genre takes at most 50 values.'])
    }
    const kinds = Array.from({ length: 51 }, (): [string, string] => ['kind', 'create'])
    assert.equal((await statusOf('/api/activity', kinds)).status, 422)
  })
})

test('searches after an import are cheap, the first of them as well', async () => {
  const words = (from: number) => Array.from({ length: 600 }, (_, at) => `wort${from * 600 + at}`).join(' ')
  for (let from = 0; from < 200; from += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => addMovie(`Imported ${from + at}`, words(from + at).slice(0, 5000))))
  for (const q of ['wort6', 'imported wort60', 'nothing'])
    assert.equal(
      (
        await statusOf(
          '/api/movies',
          [
            ['q', q],
            ['genre', 'Drama'],
          ],
          1,
        )
      ).status,
      200,
    )
})
