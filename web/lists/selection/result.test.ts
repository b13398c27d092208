import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '#contract/changes.ts'
import { leftInWords, nothingDone, resultWith, settledIn } from './result.ts'

const planned = (_id: string, way: object) => ({
  item: { _id, version: 4, createdAt: '', updatedAt: '' },
  change: { _id, version: 4, ...way } as Change<object>,
})
const ways = ({ ways }: ReturnType<typeof resultWith>) => ways.map(({ change }) => change)

test('a record that was set goes back to its version before, and a deleted one out of the trash', () => {
  const plan = [planned('anna', { status: 1 }), planned('bert', { deleted: true })]
  const result = resultWith(
    nothingDone,
    plan,
    plan.map(({ item: { _id } }) => ({ _id, version: 5 })),
  )
  assert.deepEqual(ways(result), [
    { _id: 'anna', version: 5, restore: 4 },
    { _id: 'bert', version: 5, deleted: false },
  ])
})

test('an erasure counts as done, and has no way back', () => {
  const result = resultWith(nothingDone, [planned('anna', { erased: true })], [{ _id: 'anna', version: 5 }])
  assert.deepEqual([result.done, ways(result)], [['anna'], []])
})

test('a refused change is left with its reason, an unknown one is said to be unknown, and a skipped one is counted', () => {
  const [anna, bert, cleo] = ['anna', 'bert', 'cleo'].map((name) => planned(name, { deleted: true }))
  const both = [anna, bert].filter((each) => each !== undefined)
  const refused = resultWith(nothingDone, both, [
    { _id: 'anna', version: 5 },
    { _id: 'bert', error: 'Changed.', code: 'stale', current: null },
  ])
  const unknown = resultWith(refused, cleo ? [cleo] : [], 'unknown')
  const result = resultWith(unknown, both, 'not tried')
  assert.deepEqual(
    result.left.map(({ item: { _id }, reason }) => [_id, reason]),
    [
      ['bert', 'Changed.'],
      ['cleo', "The server didn't respond, so the change may not have been saved. Check the record."],
    ],
  )
  assert.deepEqual([result.done.length, result.missed, settledIn(result)], [1, 2, 5])
  assert.equal(leftInWords(result.left, String), "1 wasn't changed. 1 may have changed.")
})
