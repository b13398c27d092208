import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract } from './all.ts'
import { areCountable } from './booking-numbers.ts'
import { daysAfter, timeNow, weekdayOf } from './dates.ts'
import { searchable } from './listing.ts'
import { renditions } from './pictures.ts'

type Parsing = { safeParse: (value: unknown) => { success: boolean; error?: { issues: { path: PropertyKey[] }[] } } }
const { movies, branches, news, menus, bookings, promoCodes, users, session, drafts, live, activity, suggestions, views } = contract

/** Whether a value of one field is refused, whatever else is missing. */
const isRefused = (schema: Parsing, field: string, value: unknown) =>
  (schema.safeParse({ [field]: value }).error?.issues ?? []).some(({ path }) => path[0] === field)

const image = (at: number) => `/media/${String(at).padStart(64, '0')}/320.webp`
const id = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
const many = <Item>(count: number, item: (at: number) => Item) => Array.from({ length: count }, (_, at) => item(at))
const text = (length: number) => 'x'.repeat(length)
const address = (length: number) => 'https://example.org/'.padEnd(length, 'x')

describe('a field takes as much as it is made for, and no more:', () => {
  for (const [name, schema, field, most, sized] of [
    ['movies', movies.create.body, 'title', 200, text],
    ['movies', movies.create.body, 'genre', 100, text],
    ['movies', movies.create.body, 'description', 5_000, text],
    ['movies', movies.create.body, 'trailerUrl', 2_000, address],
    ['branches', branches.create.body, 'name', 120, text],
    ['branches', branches.create.body, 'address', 300, text],
    ['branches', branches.create.body, 'googleMapsUrl', 2_000, address],
    ['branches', branches.create.body, 'images', 50, (count: number) => many(count, image)],
    ['news', news.create.body, 'title', 200, text],
    ['news', news.create.body, 'description', 20_000, text],
    ['news', news.create.body, 'gallery', 50, (count: number) => many(count, image)],
    ['menus', menus.create.body, 'name', 120, text],
    ['menus', menus.create.body, 'description', 5_000, text],
    ['bookings', bookings.create.body, 'fullName', 120, text],
    ['bookings', bookings.create.body, 'phoneNumber', 40, (length: number) => '1'.repeat(length)],
    ['promo codes', promoCodes.create.body, 'percentage', 100, (number: number) => number],
    ['promo codes', promoCodes.create.body, 'mostUses', 1_000_000, (number: number) => number],
    ['promo codes', promoCodes.create.body, 'branches', 200, (count: number) => many(count, id)],
    ['campaigns', promoCodes.createCampaign.body, 'count', 1_000, (number: number) => number],
    ['users', users.create.body, 'username', 60, text],
    ['users', users.create.body, 'password', 200, text],
    ['sign-in', session.signIn.body, 'username', 1_000, text],
    ['sign-in', session.signIn.body, 'password', 1_000, text],
    ['sign-in', session.signIn.body, 'device', 100, text],
    ['drafts', drafts.keep.body, 'form', 100, text],
    ['drafts', drafts.keep.body, 'content', 100_000, text],
    ['views', views.create.body, 'name', 60, text],
    ['views', views.create.body, 'query', 2_000, text],
    ['suggestions', suggestions.list.query, 'q', 200, text],
    ...[movies, branches, news, menus, bookings, contract.closures, promoCodes, contract.images].map(({ change }) => [
      change.path,
      change.body,
      'changes',
      100,
      (count: number) => many(count, (at) => ({ _id: id(at), version: 1, deleted: true })),
    ]),
    ['lists', movies.list.query, 'limit', 1_000, String],
    ['lists', movies.list.query, 'q', 200, text],
    ['lists', movies.list.query, 'q', 32, (count: number) => many(count, (at) => `w${at}`).join(' ')],
    ['lists', movies.list.query, 'after', 4_000, text],
    ['filters', movies.list.query, 'genre', 50, (count: number) => many(count, String)],
    ['filters', movies.list.query, 'genre', 200, text],
    ['filters', bookings.list.query, 'date', 10, (count: number) => many(count, (at) => `200${at % 10}-01-0${Math.floor(at / 10) + 1}`)],
    ['the activity', activity.list.query, 'kind', 50, (count: number) => many(count, () => 'create')],
    ['live', live.stream.query, 'in', 20, (count: number) => many(count, (at) => `movies/${id(at)}`)],
    ['live', live.stream.query, 'since', 999_999_999, String],
  ] as [string, Parsing, string, number, (size: number) => unknown][])
    test(`${name}: ${field}, ${most}`, () => {
      assert.deepEqual([isRefused(schema, field, sized(most)), isRefused(schema, field, sized(most + 1))], [false, true])
    })

  test('and no less than it needs', () => {
    for (const [schema, field, least, tooLittle] of [
      [users.create.body, 'password', text(8), text(7)],
      [promoCodes.create.body, 'percentage', 1, 0],
      [promoCodes.create.body, 'mostUses', 1, 0],
      [promoCodes.createCampaign.body, 'count', 1, 0],
      [bookings.create.body, 'status', 0, -1],
      [bookings.create.body, 'date', '2000-01-01', '1999-12-31'],
      [news.create.body, 'date', '1900-01-01', '1899-12-31'],
      [movies.list.query, 'limit', '1', '0'],
      [bookings.change.body, 'changes', [{ _id: id(1), version: 1, status: 1 }], []],
    ] as [Parsing, string, unknown, unknown][])
      assert.deepEqual([isRefused(schema, field, least), isRefused(schema, field, tooLittle)], [false, true], field)
    assert.deepEqual([isRefused(bookings.create.body, 'status', 2), isRefused(bookings.create.body, 'status', 3)], [false, true])
  })
})

test('bookings can be counted by branch and code over a year, leap years included, with both ends', () => {
  for (const [date, isCountable] of [
    [['2028-01-01..2028-12-31'], true],
    [['2028-01-01..2029-01-01'], false],
    [['2028-01-01'], true],
    [['2028-01-01..'], false],
    [['..2028-01-01'], false],
    [['2028-01-01', '2028-01-03'], false],
    [undefined, false],
  ] as const)
    assert.equal(areCountable(date), isCountable, String(date))
})

test('a search is cut at a blank, and within a word without any', () => {
  assert.equal(searchable(many(33, () => 'a').join(' ')), many(32, () => 'a').join(' '))
  assert.equal(searchable(many(40, () => 'a').join('-')).length, 2 * 32 - 1 + 1)
})

test('an image has the renditions that are narrower than it, and itself', () => {
  const hash = 'a'.repeat(64)
  const widthsOf = (width: number) => renditions(`/media/${hash}/${width}.webp`).map(({ width }) => width)
  assert.deepEqual([100, 320, 321, 1_280, 2_560].map(widthsOf), [[100], [320], [320, 321], [320, 640, 1_280], [320, 640, 1_280, 2_560]])
  assert.deepEqual(renditions(`/media/${hash}/700.webp`)[1], { width: 640, url: `/media/${hash}/640.webp` })
  for (const none of ['', '/media/x.webp', `/media/${hash}/700.png`, `https://example.org/media/${hash}/700.webp`])
    assert.deepEqual(renditions(none), [])
})

test('days are counted by the calendar, and named', () => {
  assert.deepEqual(
    [0, 1, 28, 366, -1].map((days) => daysAfter('2028-02-01', days)),
    ['2028-02-01', '2028-02-02', '2028-02-29', '2029-02-01', '2028-01-31'],
  )
  const week = many(7, (at) => weekdayOf(daysAfter('2026-11-23', at)))
  assert.deepEqual(week, ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
  assert.deepEqual([timeNow(new Date(2026, 0, 1, 9, 5)), timeNow(new Date(2026, 0, 1, 23, 59))], ['09:05', '23:59'])
})
