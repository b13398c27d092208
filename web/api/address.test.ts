import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, pageQuery, parseListQuery } from './address.ts'

test('an address has its parameters in the path and the rest behind it, written so that a server reads what was meant', () => {
  assert.equal(addressOf('/api/movies/:id/history', { id: 'a/b' }), '/api/movies/a%2Fb/history')
  assert.equal(
    addressOf('/api/movies', {}, { q: 'a & b', genre: ['Crime', 'Film noir'], limit: undefined }),
    '/api/movies?q=a+%26+b&genre=Crime&genre=Film+noir',
  )
  assert.equal(addressOf('/api/movies', {}, { q: undefined, genre: [] }), '/api/movies')
})

test('a page is asked for with sixty items, the first one without a place to go on from', () => {
  assert.deepEqual(pageQuery({ genre: ['Crime'] }), { genre: ['Crime'], limit: ['60'] })
  assert.deepEqual(pageQuery({ genre: ['Crime'] }, 'cursor'), { genre: ['Crime'], limit: ['60'], after: ['cursor'] })
})

test('of the search of an address is kept what has a value', () => {
  assert.deepEqual(parseListQuery('?genre=Crime&q=&genre=Drama&order=-title&genre='), { genre: ['Crime', 'Drama'], order: ['-title'] })
  assert.deepEqual(parseListQuery(''), {})
})
