import assert from 'node:assert/strict'
import { test } from 'node:test'
import { navigation, places } from './navigation.ts'
import { resources } from './resources.ts'

test('every place has a letter of its own, out of its name', () => {
  const keys = places.map(({ key }) => key)
  assert.deepEqual(keys, [...new Set(keys)])
  for (const { key, label } of places) assert.ok(key.length === 1 && label.toLowerCase().includes(key), label)
  assert.deepEqual(keys.slice(0, 2), ['m', 'b'])
})

test('all that the bar leads to and every list are places', () => {
  const reached = places.map(({ to }) => to)
  for (const { to } of navigation) assert.ok(reached.includes(to), to)
  for (const { at } of Object.values(resources)) assert.ok(reached.includes(at.list), at.list)
})
