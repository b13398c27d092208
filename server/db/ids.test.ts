import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordId } from '#contract/fields.ts'
import { newId } from './ids.ts'

test('ids sort in the order in which they were made, however many are made in a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  for (const [at, id] of ids.entries()) assert.ok(at === 0 || id > (ids[at - 1] ?? ''), `${id} comes after ${ids[at - 1]}`)
  assert.ok(ids.every((id) => recordId.safeParse(id).success))
  const inOneMillisecond = Map.groupBy(ids, (id) => id.slice(0, 13)).values()
  assert.ok(Math.max(...inOneMillisecond.map(({ length }) => length)) > 50, 'making one waits for no other time')
})
