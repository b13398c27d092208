import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#testing/page.ts'
import type { Booking } from '#contract/bookings.ts'
import { counted, toStatus, verbOf } from './status-actions.ts'

const booking = (_id: string, status: number) => ({ _id, version: 3, status }) as Booking
const bookings = [booking('a', 0), booking('b', 1), booking('c', 2)]

test('a status is set on those that have another one, in the version that was seen, and is said in words', () => {
  for (const [status, ids, verb, doing, done] of [
    [0, ['b', 'c'], 'Mark as pending', 'Marking as pending', '2 bookings are now pending.'],
    [1, ['a', 'c'], 'Confirm', 'Confirming', '2 bookings are now confirmed.'],
    [2, ['a', 'b'], 'Cancel bookings', 'Canceling', '2 bookings are now canceled.'],
  ] as const) {
    const action = toStatus(bookings, status)
    assert.deepEqual(
      action.planned.map(({ change }) => change),
      ids.map((_id) => ({ _id, version: 3, status })),
    )
    assert.deepEqual([verbOf(status), action.doing, action.done(2), action.isUndo], [verb, doing, done, undefined])
  }
  assert.equal(toStatus(bookings, 1).done(1), '1 booking is now confirmed.')
})

test('bookings are counted as people count them', () => {
  assert.deepEqual([0, 1, 2, 1_200].map(counted), ['0 bookings', '1 booking', '2 bookings', '1,200 bookings'])
})
