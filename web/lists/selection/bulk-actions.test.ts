import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import { counted, toStatus, toTrash, undoAction, verbOf } from './bulk-actions.ts'

const booking = (_id: string, status: number) => ({ _id, version: 3, status }) as Booking
const bookings = [booking('a', 0), booking('b', 1), booking('c', 2)]
const changes = ({ planned }: ReturnType<typeof toTrash>) => planned.map(({ change }) => change)

test('a status is set on those that have another one, in the version that was seen, and is said in words', () => {
  for (const [status, ids, verb, doing, done] of [
    [0, ['b', 'c'], 'Mark as pending', 'Marking as pending', '2 bookings are now pending.'],
    [1, ['a', 'c'], 'Confirm', 'Confirming', '2 bookings are now confirmed.'],
    [2, ['a', 'b'], 'Cancel bookings', 'Canceling', '2 bookings are now canceled.'],
  ] as const) {
    const action = toStatus(bookings, status)
    assert.deepEqual(
      changes(action),
      ids.map((_id) => ({ _id, version: 3, status })),
    )
    assert.deepEqual([verbOf(status), action.doing, action.done(2), action.isUndo], [verb, doing, done, undefined])
  }
  assert.equal(toStatus(bookings, 1).done(1), '1 booking is now confirmed.')
})

test('all go to the trash', () => {
  const action = toTrash(bookings)
  assert.deepEqual(
    changes(action),
    ['a', 'b', 'c'].map((_id) => ({ _id, version: 3, deleted: true })),
  )
  assert.deepEqual(
    [action.doing, action.done(1), action.done(1_200)],
    ['Deleting', '1 booking was deleted.', '1,200 bookings were deleted.'],
  )
})

test('Undo makes the changes that lead back, tells how many of them it made, and has no Undo itself', () => {
  const ways = toTrash(bookings).planned
  const action = undoAction(ways)
  assert.equal(action.planned, ways)
  assert.deepEqual([action.doing, action.isUndo], ['Undoing', true])
  assert.deepEqual([3, 2, 1].map(action.done), ['All 3 changes undone.', '2 changes undone.', '1 change undone.'])
  assert.equal(undoAction(ways.slice(1, 2)).done(1), 'Change undone.')
})

test('bookings are counted as people count them', () => {
  assert.deepEqual([0, 1, 2, 1_200].map(counted), ['0 bookings', '1 booking', '2 bookings', '1,200 bookings'])
})
