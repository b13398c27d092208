import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostWords, searchable } from './listing.ts'
import { movies } from './movies.ts'

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')

test('what is pasted into a search is cut to as many words and characters as a search takes', () => {
  assert.equal(searchable('Metropolis  1927 '), 'Metropolis  1927 ')
  assert.equal(searchable(words(40)), words(mostWords))
  assert.equal(searchable('a'.repeat(300)).length, 200)
  for (const text of [words(100), '\ufdfa'.repeat(200), 'a-'.repeat(100), ' a'.repeat(100)])
    assert.equal(movies.list.query.safeParse({ q: searchable(text) }).success, true, text.slice(0, 20))
})
