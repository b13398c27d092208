import assert from 'node:assert/strict'
import { test } from 'node:test'
import { navigation, places } from './navigation.ts'
import * as resources from './resources.ts'

test('every place has a letter of its own, out of its name', () => {
  const all = places.map(({ keys }) => keys)
  assert.deepEqual(all, [...new Set(all)])
  for (const { keys, label } of places) assert.ok(/^g [a-z]$/.test(keys) && label.toLowerCase().includes(keys.slice(2)), label)
  assert.deepEqual(all.slice(0, 2), ['g m', 'g b'])
})

test('all that the bar leads to and every list are places', () => {
  const reached = places.map(({ to }) => to)
  for (const { to } of navigation) assert.ok(reached.includes(to), to)
  for (const { at } of Object.values(resources)) assert.ok(reached.includes(at.list), at.list)
})
