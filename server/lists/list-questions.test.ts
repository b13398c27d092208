import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Booking, bookings } from '#contract/bookings.ts'
import { daysOf, type Listing, type ListQuery } from '#contract/listing.ts'
import { type Movie, movies } from '#contract/movies.ts'
import { phoneDigitsOf } from '#server/phone/columns.ts'
import { phoneCountry } from '#server/phone/country.ts'
import { resources } from '#server/resources.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { picture, stored } from '#testing/pictures.ts'
import { listRows } from './list.ts'
import { mergeSegments } from './search-index.ts'

/** Random records and random queries. The expected result comes from a plain check of every record. */

let app: TestApp
let cover = ''
before(async () => {
  app = await testApp()
  cover = (await stored(app, await picture('png'))).url
  for (const name of branches) {
    const branch = { name, address: 'x', googleMapsUrl: 'https://maps.app.goo.gl/x', images: [] }
    assert.equal((await app.call('POST', '/api/branches', 'staff', branch)).status, 201)
  }
})
after(() => app.close())

// The same numbers in each run (mulberry32), so that failures repeat.
let state = 7
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
const some = <Value>(values: readonly Value[]) => values.filter(() => random() < 0.3).flatMap((value) => pick([[value], [value, value]]))

const names = ['Anna Müller', 'Ana Ñúñez', 'Ömer Şahin', 'Łukasz Nowak', 'Anne-Marie O’Neill', 'Nguyễn Văn An', 'Müller Ann']
const branches = ['Harbour', 'harbour', 'Hafen "City"', 'Łódź']
const genres = ['Drama', 'Komödie', 'Noir']
/** Days near the ends of months, years and centuries. */
const days =
  '2001-12-31 2002-01-01 2025-12-31 2026-01-01 2026-01-31 2026-02-14 2026-03-01 2026-03-02 2026-11-30 2027-01-01 2028-02-29 2100-01-01'.split(
    ' ',
  )
const titles = ['Äpfel', 'Apfel', 'apfel mus', 'Zug', 'Ｚｕｇ', 'Łódź', 'Über uns', 'Annas Zug', '2046']

/** A plain second implementation of the form in which texts are compared. */
const plain = (text: string) => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/ł/g, 'l').replace(/đ/g, 'd')
const wordsIn = (text: string) =>
  plain(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

type Item = { _id: string; updatedAt: string }
type Query = Record<string, string | string[]>
type Subject<One extends Item = Item> = {
  table: 'movies' | 'bookings'
  contract: { list: { listing: Listing; query: typeof movies.list.query } }
  fields: () => object
  searched: (item: One) => { text: string; phone: string }
  filters: Record<string, { has: (item: One, value: string) => boolean; values: () => string[] }>
  /** The sort values, smallest first, and whether the order itself is descending. */
  orders: Record<string, { key: (item: One) => string; descending?: true }>
}

const ofBookings: Subject<Booking> = {
  table: 'bookings',
  contract: bookings as never,
  fields: () => ({
    fullName: pick(names),
    branchName: pick(branches),
    date: pick(days),
    time: pick(['17:00', '20:15']),
    phoneNumber: pick(['+43 660 ', '030/', '0049-30-']) + Math.floor(random() * 1_000_000),
    status: pick([0, 1, 2]),
  }),
  searched: ({ fullName, branchName, phoneNumber }) => ({
    text: `${fullName} ${branchName}`,
    phone: phoneDigitsOf(phoneNumber, phoneCountry()),
  }),
  filters: {
    status: { has: (item, value) => String(item.status) === value, values: () => some(['0', '1', '2']) },
    branchName: { has: (item, value) => item.branchName === value, values: () => some([...branches, 'None']) },
    date: {
      has: (item, value) => {
        const { from, to } = daysOf(value)
        return (from === '' || item.date >= from) && (to === '' || item.date <= to)
      },
      values: () => some([pick(days), `${days[2]}..${pick(days.slice(3))}`, `..${pick(days)}`, `${pick(days)}..`]).slice(0, 2),
    },
  },
  orders: { date: { key: ({ date, time }) => date + time }, newest: { key: () => '', descending: true } },
}

const ofMovies: Subject<Movie> = {
  table: 'movies',
  contract: movies,
  fields: () => ({
    title: pick(titles),
    genre: pick(genres),
    image: pick(['', cover]),
    description: `${pick(names)}. ${pick(names)}.`,
    trailerUrl: 'https://youtu.be/PqZeFBbDHhs',
  }),
  searched: ({ title, genre, description }) => ({ text: `${title} ${genre} ${description}`, phone: '' }),
  filters: {
    genre: { has: (item, value) => item.genre === value, values: () => some(genres) },
    cover: { has: (item, value) => (item.image !== '') === (value === 'with'), values: () => some(['with', 'without']) },
  },
  orders: {
    newest: { key: () => '', descending: true },
    title: { key: ({ title }) => wordsIn(title).join(' ') },
    changed: { key: ({ updatedAt }) => updatedAt, descending: true },
  },
}

for (const subject of [ofBookings, ofMovies] as Subject[]) {
  const { table, contract, fields, searched, filters, orders } = subject
  const path = `/api/${table}`
  let all: Item[] = []

  async function send(method: 'POST' | 'PUT', to: string): Promise<Item> {
    const { status, body } = await app.call(method, to, 'staff', fields())
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }
  const add = async () => void all.push(await send('POST', path))
  async function remove(): Promise<Item> {
    const gone = pick(all)
    await app.call('DELETE', `${path}/${gone._id}`, 'staff')
    all = all.filter((item) => item !== gone)
    return gone
  }
  async function change() {
    const changed = pick(all)
    const now = await send('PUT', `${path}/${changed._id}`)
    all = all.map((item) => (item === changed ? now : item))
  }
  const restore = async (gone: Item) => void all.push((await app.call('POST', `${path}/${gone._id}/restoration`, 'staff')).body as Item)

  function someQuery(): Query {
    const { text, phone } = searched(pick(all))
    const [word, other] = [pick(wordsIn(text)), pick(wordsIn(text))]
    const number = pick(phone.split(' '))
    const at = Math.floor(random() * Math.max(1, number.length - 3))
    const q = pick(['', '', word.slice(0, 2), `${word} ${other.slice(0, 1)}`, number.slice(at, at + 4), text.slice(0, 12).toUpperCase()])
    const set = Object.entries(filters).flatMap(([name, { values }]) => [[name, random() < 0.6 ? values() : []]] as const)
    const order = pick(['', '-']) + pick(Object.keys(orders))
    return { ...(q && { q }), ...Object.fromEntries(set.filter(([, values]) => values.length > 0)), order }
  }

  function isAnswer(item: Item, { q = '', order: _, ...asked }: Query): boolean {
    const { text, phone } = searched(item)
    const had = wordsIn(text)
    const hasWord = (word: string) =>
      had.some((each) => each.startsWith(word)) || (/^\d{3,}$/.test(word) && phone.split(' ').some((digits) => digits.includes(word)))
    return (
      wordsIn(String(q)).every(hasWord) &&
      Object.entries(asked).every(([name, values]) => [values].flat().some((value) => filters[name]!.has(item, value)))
    )
  }

  function expected(query: Query): string[] {
    const written = String(query.order)
    const { key, descending } = orders[written.replace('-', '')]!
    const keyed = all.filter((item) => isAnswer(item, query)).map((item) => ({ id: item._id, key: key(item) }))
    const ids = keyed.sort((a, b) => (a.key < b.key || (a.key === b.key && a.id < b.id) ? -1 : 1)).map(({ id }) => id)
    return Boolean(descending) !== written.startsWith('-') ? ids.reverse() : ids
  }

  const addressOf = (query: Query) => {
    const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
    return `${path}?${new URLSearchParams(pairs)}`
  }
  const nextOf = (headers: Record<string, unknown>) => /<(.+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

  /** Reads the list page by page over HTTP; `between` runs after each page. */
  async function read(query: Query, limit: number, between = async () => {}) {
    const ids: string[] = []
    const totals: number[] = []
    for (let next: string | undefined = addressOf({ ...query, limit: String(limit) }); next; await between()) {
      const { status, headers, body } = await app.call('GET', next, 'staff')
      assert.equal(status, 200, JSON.stringify(body))
      ids.push(...(body as Item[]).map(({ _id }) => _id))
      totals.push(Number(headers['x-total-count']))
      next = nextOf(headers)
    }
    return { ids, totals }
  }

  /** Reads the list as a list of a million records is read: walked through instead of collected. The limits on the rows are small and random. */
  async function walk(query: Query, limit: number) {
    const ids: string[] = []
    for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const request = { ...contract.list.query.parse({ ...query, limit: String(limit) } as ListQuery), after }
      const { rows, next } = await listRows(app.db, { ...resources[table].records.listed, request }, limits())
      ids.push(...rows.map(({ id }) => id))
      after = next
    }
    return ids
  }

  const settle = () => mergeSegments(app.db, [table])
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const limits = () => ({ collected: pick([0, 10]), walked: upTo(60) })

  describe(`any question about ${table}`, () => {
    before(async () => {
      for (let at = 0; at < 100; at++) await add()
    })

    test('gets what a look at every record would give, in its order, through pages of any length, in JSON and in CSV', async () => {
      let found = 0
      const gone: Item[] = []
      const restoreOne = async () => {
        const [one] = gone.splice(0, 1)
        if (one) await restore(one)
      }
      for (let round = 0; round < 100; round++) {
        const query = someQuery()
        const expectedIds = expected(query)
        const what = JSON.stringify(query)
        const limit = 3 + Math.floor(random() * 40)
        const { ids, totals } = await read(query, limit)
        assert.deepEqual(ids, expectedIds, what)
        assert.deepEqual([...new Set(totals)], [expectedIds.length], what)
        assert.deepEqual(await walk(query, limit), expectedIds, what)
        found += expectedIds.length
        await pick([change, async () => void gone.push(await remove()), restoreOne, settle, async () => {}])()
        if (round % 10 > 0) continue
        const [head, ...rows] = parseCsv(String((await app.call('GET', addressOf(query), 'staff', undefined, { accept: 'text/csv' })).body))
        const listed = expected(query)
        assert.deepEqual(
          rows.map((cells) => cells[head!.indexOf('_id')]),
          listed,
          what,
        )
      }
      assert.ok(found > 1_000, `the questions find something: ${found}`)
    })

    test('neither repeats nor skips what was there throughout, whatever is added and deleted between pages', async () => {
      for (let round = 0; round < 12; round++) {
        const query = someQuery()
        const throughout = new Set(expected(query))
        const { ids } = await read(query, 7, async () => {
          throughout.delete((await remove())._id)
          await add()
          await pick([settle, async () => {}])()
        })
        assert.equal(new Set(ids).size, ids.length, 'nothing is repeated')
        assert.deepEqual(
          [...throughout].filter((id) => !ids.includes(id)),
          [],
          'nothing is skipped',
        )
      }
    })
  })
}
