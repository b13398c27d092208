import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recent } from './recent.ts'

test('what was asked for last stays, and all of it is bounded', () => {
  const recent = new Recent<number>(100)
  recent.keep('kept', 1, 40)
  recent.keep('left', 2, 40)
  assert.equal(recent.find('kept'), 1)
  recent.keep('new', 3, 40)
  assert.deepEqual(
    ['kept', 'left', 'new'].map((key) => recent.find(key)),
    [1, undefined, 3],
  )
  recent.keep('new', 4, 60)
  assert.deepEqual(
    ['kept', 'new'].map((key) => recent.find(key)),
    [1, 4],
  )
  recent.keep('more than all', 5, 101)
  assert.deepEqual(
    ['kept', 'new', 'more than all'].map((key) => recent.find(key)),
    [undefined, undefined, undefined],
  )
  recent.keep('after it', 6, 100)
  assert.equal(recent.find('after it'), 6)
})
