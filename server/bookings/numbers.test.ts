import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BookingNumber, mostSearched } from '#contract/booking-numbers.ts'
import { newId } from '#server/db/ids.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { someBooking } from '#testing/some-booking.ts'

type Made = { branchName: string; date: string; status: number; promoCode: string }

let app: TestApp
const all: Made[] = []
before(async () => {
  app = await testApp()
  const names = ['Odeon', '=HYPERLINK("x")', 'كوزمو']
  for (const name of names)
    await app.call('POST', '/api/branches', 'staff', {
      name,
      address: '1 Main Street',
      googleMapsUrl: 'https://maps.app.goo.gl/x',
      images: [],
    })
  await app.call('POST', '/api/promo-codes', 'staff', { code: 'SPRING', percentage: 20 })
  for (let at = 0; at < 60; at++) {
    const made = {
      branchName: names[at % 3] ?? '',
      date: `2026-03-${String(1 + (at % 9)).padStart(2, '0')}`,
      status: at % 7 === 0 ? 2 : at % 2,
      promoCode: at % 4 ? '' : 'SPRING',
    }
    all.push(made)
    await book(made)
  }
  const deleted = await book({ branchName: 'Odeon', date: '2026-03-01', status: 0, promoCode: 'SPRING' })
  await app.call('DELETE', `/api/bookings/${deleted}`, 'staff')
})
after(() => app.close())

const book = async (made: Made): Promise<string> => (await someBooking(app, made))._id

const ask = async <Answer>(address: string): Promise<Answer> => (await app.call('GET', `/api/bookings/${address}`, 'staff')).body
/** The longest countable range. */
const year = 'date=2026-01-01..2027-01-01'
const numbers = (query = '') => ask<BookingNumber[]>(`numbers?${query.includes('date=') ? '' : `${year}&`}${query}`)
const totalInList = async (query: string) =>
  Number((await app.call('GET', `/api/bookings?limit=1&${query}`, 'staff')).headers['x-total-count'])

/** Returns the expected counts, computed in the simplest way. */
function statusesOf(those: Made[]) {
  const count = (status: number) => those.filter((each) => each.status === status).length
  return { pending: count(0), confirmed: count(1), canceled: count(2) }
}
function linesOf(by: BookingNumber['by'], those: Made[], value: (made: Made) => string): BookingNumber[] {
  const values = [...new Set(those.map(value))]
  return values.map((each) => {
    const same = those.filter((made) => value(made) === each)
    return { by, value: each, discountPercentage: by === 'code' || by === 'discount' ? 20 : 0, ...statusesOf(same) }
  })
}
const withCode = (those: Made[]) => those.filter(({ promoCode }) => promoCode)
const told = (those: Made[], isLong: boolean) => [
  { by: 'all', value: '', discountPercentage: 0, ...statusesOf(those) },
  ...linesOf('branch', those, ({ branchName }) => branchName),
  ...(isLong ? linesOf('month', those, ({ date }) => date.slice(0, 7)) : linesOf('day', those, ({ date }) => date)),
  ...linesOf('discount', withCode(those), () => ''),
  ...linesOf('code', withCode(those), ({ promoCode }) => promoCode),
]
/** Whether a query of this file is about more than 62 days. */
const isLong = (query: string) => !/date=2026-03/.test(query)
const inAnyOrder = (lines: object[]) => lines.map((line) => JSON.stringify(line)).sort()

/** Queries, each with a predicate for the bookings that it finds. */
const questions: [query: string, isFound: (made: Made) => boolean][] = [
  ['', () => true],
  ['date=2026-03-02..2026-03-04', ({ date }) => date >= '2026-03-02' && date <= '2026-03-04'],
  ['status=0&status=2', ({ status }) => status !== 1],
  ['branchName=Odeon&date=2026-01-01..2026-03-05', ({ branchName, date }) => branchName === 'Odeon' && date <= '2026-03-05'],
  ['promoCode=SPRING', ({ promoCode }) => promoCode === 'SPRING'],
  ['promoCode=SPRING&status=1', ({ promoCode, status }) => promoCode === 'SPRING' && status === 1],
  ['q=ada+odeon', ({ branchName }) => branchName === 'Odeon'],
  ['q=spring&status=1&date=2026-03-01..2026-12-31', ({ promoCode, status }) => promoCode === 'SPRING' && status === 1],
  ['q=nobody', () => false],
  ['q=!', () => true],
  ['branchName=Gone', () => false],
]

test('the numbers are those of the bookings that the list has for the same query', async () => {
  for (const [query, isFound] of questions) {
    const found = all.filter(isFound)
    assert.equal(await totalInList(query), found.length, query)
    assert.deepEqual(await ask(`totals?${query}`), statusesOf(found), query)
    assert.deepEqual(inAnyOrder(await numbers(query)), inAnyOrder(told(found, isLong(query))), query)
  }
})

test('they follow every change at once, what is deleted is counted only in the trash', async () => {
  const before = await numbers('trash=1')
  assert.deepEqual(before[0], { by: 'all', value: '', discountPercentage: 0, pending: 1, confirmed: 0, canceled: 0 })
  const extra = { branchName: 'Odeon', date: '2031-01-01', status: 1, promoCode: '' }
  const id = await book(extra)
  assert.deepEqual(await ask('totals?date=2031-01-01'), { pending: 0, confirmed: 1, canceled: 0 })
  await app.call('DELETE', `/api/bookings/${id}`, 'staff')
  assert.deepEqual(await ask('totals?date=2031-01-01'), { pending: 0, confirmed: 0, canceled: 0 })
  assert.equal((await numbers('date=2031-01-01')).length, 1)
})

test('branches and codes come with the most bookings first, days in their order', async () => {
  const lines = await numbers(`branchName=Odeon&branchName=${encodeURIComponent('كوزمو')}&date=2026-03-01..2026-03-05`)
  const days = lines.filter(({ by }) => by === 'day').map(({ value }) => value)
  assert.deepEqual(days, days.toSorted())
  const sizes = lines.filter(({ by }) => by === 'branch').map(({ pending, confirmed, canceled }) => pending + confirmed + canceled)
  assert.deepEqual(
    sizes,
    sizes.toSorted((one, other) => other - one),
  )
})

test('many days are told by the month', async () => {
  const date = (at: number) => new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10)
  for (let at = 0; at < 63; at++) await book({ branchName: 'Odeon', date: date(at), status: 0, promoCode: '' })
  const lines = async (query: string) => (await numbers(query)).filter(({ by }) => by === 'day' || by === 'month')
  assert.equal((await lines(`date=2027-01-01..${date(61)}`)).length, 62)
  assert.deepEqual(
    (await lines('date=2027-01-01..2027-12-31')).map(({ by, value, pending }) => [by, value, pending]),
    [
      ['month', '2027-01', 31],
      ['month', '2027-02', 28],
      ['month', '2027-03', 4],
    ],
  )
})

test('as a table they come whole, and no cell of it is a formula', async () => {
  const { body, headers } = await app.call('GET', '/api/bookings/numbers?date=2026-03-01..2026-03-31&limit=2', 'staff', undefined, {
    accept: 'text/csv',
  })
  const [head, first, ...rows] = parseCsv(body)
  assert.deepEqual(head, ['by', 'value', 'discountPercentage', 'pending', 'confirmed', 'canceled'])
  assert.deepEqual(first?.slice(0, 3), ['all', '', '0'])
  assert.equal(rows.length, 3 + 9 + 1 + 1)
  assert.ok(rows.some(([by, value]) => by === 'branch' && value === `'=HYPERLINK("x")`))
  assert.match(String(headers['content-disposition']), /numbers-2026-03-01 to 2026-03-31-\d{4}-\d\d-\d\d\.csv/)
})

test('they come page by page, as lists do', async () => {
  const whole = await numbers('date=2026-03-01..2026-03-31')
  const pages: BookingNumber[] = []
  for (let address: string | undefined = 'numbers?date=2026-03-01..2026-03-31&limit=4'; address; ) {
    const { body, headers }: { body: BookingNumber[]; headers: Record<string, unknown> } = await app.call(
      'GET',
      `/api/bookings/${address}`,
      'staff',
    )
    pages.push(...body)
    assert.equal(Number(headers['x-total-count']), whole.length)
    address = /<\/api\/bookings\/([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
  }
  assert.deepEqual(pages, whole)
  const elsewhere = await app.call('GET', '/api/bookings/numbers?date=2026-03-01&after=abc', 'staff')
  assert.equal(elsewhere.status, 422)
})

test('they are counted for at most 366 days', async () => {
  for (const [query, status] of [
    ['date=2028-01-01..2028-12-31', 200],
    ['date=2028-01-01..2029-01-01', 422],
    ['date=2028-01-01', 200],
    ['date=9999-01-01..9999-12-31', 200],
    ['date=2028-01-01&date=2028-01-02', 422],
    ['date=2026-01-01..', 422],
    ['date=..2026-01-01', 422],
    ['', 422],
  ] as const) {
    const answer: { status: number; body: { fields?: Record<string, string> } } = await app.call(
      'GET',
      `/api/bookings/numbers?${query}`,
      'staff',
    )
    assert.equal(answer.status, status, query)
    if (status === 422) assert.deepEqual(Object.keys(answer.body.fields ?? {}), ['date'])
  }
})

test('what the list refuses, they refuse', async () => {
  for (const query of ['date=2026-02-30', 'status=3', 'colour=red', 'date=2026-03-05..2026-03-01'])
    for (const call of ['numbers', 'totals'])
      assert.equal((await app.call('GET', `/api/bookings/${call}?${query}`, 'staff')).status, 422, query)
})

test('a search that finds more than can be looked at one by one is told so, with its totals; without words any number of some days is counted', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const row = { version: 1, createdAt: at, updatedAt: at, deletedAt: null, branchName: 'Odeon', date: '2032-05-05', time: '20:15' }
  const guest = {
    fullName: 'Grace Many',
    phoneNumber: '0660 2',
    phoneDigits: '06602',
    phoneLinks: '[]',
    status: 1,
    promoCode: '',
    promoCodeId: null,
    discountPercentage: 0,
    branchId: null,
    note: '',
    contactedAt: null,
    contactedBy: null,
    closure: null,
  }
  await app.db.transaction().execute(async (trx) => {
    for (let from = 0; from <= mostSearched; from += 500) {
      const ids = Array.from({ length: Math.min(500, mostSearched + 1 - from) }, () => newId())
      await trx
        .insertInto('bookings')
        .values(ids.map((id) => ({ ...row, ...guest, id })))
        .execute()
    }
    await rebuildIndex(trx)
  })
  const { status, body }: { status: number; body: { error: string; code: string } } = await app.call(
    'GET',
    '/api/bookings/numbers?date=2032-05-05&q=grace',
    'staff',
  )
  assert.deepEqual([status, body.code], [422, 'too_many'])
  assert.match(body.error, /More than 5,000 bookings/)
  assert.equal((await ask<{ confirmed: number }>('totals?q=grace')).confirmed, mostSearched + 1)
  assert.equal((await numbers('date=2032-05-05'))[0]?.confirmed, mostSearched + 1)
})

test('a branch that was renamed is one group, in the numbers, in the list and in the filter', async () => {
  const place = { address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/x', images: [] }
  const open = async (name: string): Promise<string> =>
    ((await app.call('POST', '/api/branches', 'staff', { ...place, name })).body as { _id: string })._id
  const rename = (id: string, name: string) => app.call('PUT', `/api/branches/${id}`, 'staff', { ...place, name })
  const id = await open('Old Pier')
  const made = { date: '2033-06-06', status: 1, promoCode: '' }
  await book({ ...made, branchName: 'Old Pier' })
  await rename(id, 'New Pier')
  await book({ ...made, branchName: 'New Pier' })
  const branches = async (query: string) =>
    (await numbers(query)).filter(({ by }) => by === 'branch').map(({ value, confirmed }) => [value, confirmed])
  assert.deepEqual(await branches('date=2033-06-06'), [['New Pier', 2]])
  for (const name of ['New Pier', 'Old Pier']) {
    const query = `date=2033-06-06&branchName=${encodeURIComponent(name)}`
    assert.deepEqual(await branches(query), [['New Pier', 2]], name)
    assert.equal(await totalInList(query), 2, name)
    assert.deepEqual(await ask(`totals?${query}`), { pending: 0, confirmed: 2, canceled: 0 }, name)
  }
  const names = await ask<string[]>('values/branchName')
  assert.deepEqual([names.includes('New Pier'), names.includes('Old Pier')], [true, false])
  const visits = await ask<{ branchName: string; currentBranchName: string }[]>('visits?date=2033-06-06')
  assert.deepEqual(visits.map(({ branchName, currentBranchName }) => [branchName, currentBranchName]).sort(), [
    ['New Pier', 'New Pier'],
    ['Old Pier', 'New Pier'],
  ])

  // Whose bookings have a name that two branches have had is not known by the name.
  const next = await open('Old Pier')
  await book({ ...made, branchName: 'Old Pier' })
  const mostFirst = [
    ['Old Pier', 2],
    ['New Pier', 1],
  ]
  assert.deepEqual(await branches('date=2033-06-06'), mostFirst)
  await rename(next, 'Third Pier')
  assert.equal(await totalInList('date=2033-06-06&branchName=Third+Pier'), 0)
})
