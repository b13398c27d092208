import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isOwn } from './own.ts'

const own = (resource: string, ...changes: { _id: string; version: number }[]) =>
  new Set(changes.map(({ _id, version }) => `${resource}/${_id}/${version}`))
const change = (version = 1) => ({ _id: randomUUID(), version, action: 'update' as const, by: 'anna' })

test('what this tab alone has done is not asked for a second time', () => {
  const mine = change()
  const noted = own('movies', mine)
  assert.equal(isOwn({ resource: 'movies', count: 1, changes: [mine] }, noted), true)
  assert.equal(isOwn({ resource: 'movies', count: 1, changes: [mine] }, noted), false, 'told again, somebody else did it')
})

test('one of many that is one’s own makes the others no less those of others', () => {
  const mine = change()
  const noted = own('movies', mine)
  assert.equal(isOwn({ resource: 'movies', count: 2, changes: [change(), mine] }, noted), false)
})

test('more changes than a message names are those of others, also where all that it names are one’s own', () => {
  const named = Array.from({ length: 20 }, () => change())
  const noted = own('movies', ...named)
  assert.equal(isOwn({ resource: 'movies', count: 25, changes: named }, noted), false)
})

test('another version, or the same in another collection, is not one’s own', () => {
  const mine = change(2)
  const noted = own('movies', mine)
  assert.equal(isOwn({ resource: 'movies', count: 1, changes: [{ ...mine, version: 3 }] }, noted), false)
  assert.equal(isOwn({ resource: 'news', count: 1, changes: [mine] }, noted), false)
})
