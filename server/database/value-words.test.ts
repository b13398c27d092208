import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Listing } from '#contract/listing.ts'
import { dayOfWord, hasDayWords, valuesAskedFor, valueWords, wordOfDay } from './value-words.ts'

const listing: Listing = {
  search: ['title'],
  filters: {
    on: { label: 'On', kind: 'days' },
    until: { label: 'Until', kind: 'days' },
    genre: { label: 'Genre', kind: 'text' },
    state: { label: 'State', kind: 'own', options: { open: 'Open' } },
  },
  orders: {},
  order: '',
}

const wordFor = (on: string) => valueWords(listing, { on, until: '2026-01-01', genre: 'Noir' })[0] ?? ''

const daysAskedFor = (range: string) => valuesAskedFor(listing, { on: [range] })?.[0] ?? ''

/** What FTS5 would do with it. */
const isAmong = (day: string, range: string) =>
  [...daysAskedFor(range).matchAll(/"([^"]+)"\*/g)].some(([, begin = '']) => wordFor(day).startsWith(begin))

const days =
  '0000-01-01 0999-12-31 1900-02-28 1999-12-31 2000-01-01 2025-12-31 2026-01-01 2026-01-31 2026-02-01 2026-02-28 2026-03-01 2026-11-30 2026-12-31 2027-01-01 2099-12-31 2100-01-01 9999-12-31'.split(
    ' ',
  )

test('a range of days stands for the days in it, both ends included, and for no others', () => {
  for (const from of ['', ...days]) {
    for (const to of ['', ...days].filter((to) => to === '' || to >= from)) {
      for (const day of days) {
        assert.equal(isAmong(day, `${from}..${to}`), day >= from && (to === '' || day <= to), `${day} in ${from}..${to}`)
      }
    }
  }
})

test('it stands for them in few words: whole centuries, years and months', () => {
  const count = (range: string) => daysAskedFor(range).split(' OR ').length
  assert.deepEqual([count('2026-03-01'), count('2000-01-01..2099-12-31'), count('2026-01-01..2027-12-31')], [1, 1, 2])
  assert.ok(count('2026-11-22..') < 200)
})

test('words are in the order of their days, and tell them', () => {
  const words = days.map(wordOfDay)
  assert.deepEqual(words.map(dayOfWord), days)
  const bytes = words.map((word) => Buffer.from(word))
  assert.deepEqual(bytes.toSorted(Buffer.compare), bytes)
  assert.deepEqual(days.map(wordFor), words)
  assert.deepEqual(
    ['on', 'until', 'genre'].map((name) => hasDayWords(listing, name)),
    [true, false, false],
  )
})

test('a value is one word of letters and digits, whatever it is, and no other value’s', () => {
  const values = ['Noir', 'noir', '', '"', 'a b', 'Łódź', '⌗', '😀']
  const words = values.map((genre) => valueWords(listing, { on: '2026-01-01', genre }).at(-1) ?? '')
  assert.equal(new Set(words.map((word) => word.toLowerCase())).size, values.length)
  for (const [at, word] of words.entries()) {
    assert.match(word, /^⌗[⌗\da-z]+$/)
    assert.deepEqual(valuesAskedFor(listing, { genre: [values[at] ?? ''] }), [`("${word}")`])
  }
})

test('what is no field’s, or a second field by days, has no words', () => {
  assert.equal(valueWords(listing, { on: '2026-01-01', until: '2026-01-02', genre: 'Noir' }).length, 2)
  assert.equal(valuesAskedFor(listing, { genre: ['Noir'], state: ['open'] }), undefined)
  assert.equal(valuesAskedFor(listing, { until: ['2026-01-02'] }), undefined)
})
