import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, resourceNames } from '#contract/all.ts'
import type { Filter } from '#contract/listing.ts'
import { movingDays as names, type View } from '#contract/views.ts'
import { movingDays } from './moving-days.ts'
import { addressOf, isMoving, isShown, queryOf } from './query.ts'

const ranges = movingDays()
const view = (query: string, list: View['list'] = 'bookings'): View => ({
  ...{ _id: '', version: 1, createdAt: '', updatedAt: '', name: 'Mine', layout: '' },
  ...{ list, query, shared: false },
})

test('a view keeps search, filters and order, in the order of their names', () => {
  assert.equal(
    queryOf('movies', { q: ['blue moon'], order: ['title'], genre: ['Noir', 'Drama'] }),
    'genre=Noir&genre=Drama&order=title&q=blue+moon',
  )
  assert.equal(queryOf('movies', {}), '')
})

test('a view of bookings keeps no search words', () => {
  assert.equal(queryOf('bookings', { q: ['Grace Hopper'], status: ['1'] }), 'status=1')
})

test('days that move with the calendar are stored by name, and become dates when the view is opened', () => {
  assert.deepEqual(Object.keys(ranges), [...names])
  for (const [name, range] of Object.entries(ranges)) {
    const query = queryOf('bookings', { date: [range] })
    assert.deepEqual([query, isMoving(query)], [`date=${name}`, true])
    assert.equal(addressOf('/bookings', view(query)), `/bookings?${new URLSearchParams({ date: range })}`)
    assert.ok(isShown('bookings', { date: [range] }, view(query)))
  }
  assert.equal(isMoving(queryOf('bookings', { date: ['2026-12-24..2026-12-26'] })), false)
})

test('a view is shown while the list shows the same, whatever the order of its parameters and the searched name of a guest', () => {
  assert.ok(isShown('movies', { order: ['title'], genre: ['Drama'] }, view('order=title&genre=Drama', 'movies')))
  assert.ok(isShown('bookings', { q: ['ada'], status: ['0'] }, view('status=0')))
  assert.ok(!isShown('movies', { genre: ['Drama'] }, view('genre=Noir', 'movies')))
  assert.equal(addressOf('/', view('', 'movies')), '/')
})

test('every filter by days has the name by which days may move', () => {
  const filters = resourceNames.flatMap((name) => Object.entries<Filter>(contract[name].list.listing.filters))
  const days = filters.filter(([, { kind }]) => kind === 'days').map(([name]) => name)
  assert.deepEqual([...new Set(days)], ['date'])
})
