import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOf } from './cursor.ts'

const row = (letters: number) => ({ text: 'x'.repeat(letters) })

test('a page has the rows that fit into a megabyte, and at least one', () => {
  const rows = [row(400_000), row(400_000), row(400_000)]
  assert.deepEqual(firstOf(rows), rows.slice(0, 2))
  assert.deepEqual(firstOf([row(2_000_000), row(1)]), [row(2_000_000)], 'a list with a longer one goes on all the same')
  assert.deepEqual(firstOf([row(1), row(2_000_000), row(1)]), [row(1)])
  assert.deepEqual(firstOf([row(1), row(2)]), [row(1), row(2)])
  assert.deepEqual(firstOf([]), [])
})
