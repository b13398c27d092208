import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import { toStatus, toTrash, undoAction } from './bulk-actions.ts'
import { leftInWords, nothingDone, resultWith, settledIn } from './result.ts'

const booking = (name: string, status = 0): Booking => ({
  _id: name,
  version: 4,
  createdAt: '',
  updatedAt: '',
  branchName: 'Harbour',
  date: '2026-11-27',
  time: '19:30',
  fullName: name,
  phoneNumber: '1',
  status,
  promoCode: '',
  discountPercentage: 0,
  note: '',
  phoneLinks: ['tel:1'],
  contactedAt: null,
  contactedBy: null,
  closure: null,
})
const [anna, bert, cleo] = [booking('anna'), booking('bert', 2), booking('cleo', 1)]

test('what has the status already is not changed, and everybody else goes back to the status that they had', () => {
  const { planned } = toStatus([anna, bert, cleo], 1)
  const outcomes = planned.map(({ change: { _id } }) => ({ _id, version: 5 }))
  const { ways } = resultWith(nothingDone, planned, outcomes)
  assert.deepEqual(
    ways.map(({ change }) => change),
    [
      { _id: 'anna', version: 5, status: 0 },
      { _id: 'bert', version: 5, status: 2 },
    ],
  )
})

test('what was deleted is taken out of the trash, once', () => {
  const { planned } = toTrash([anna])
  const { ways } = resultWith(nothingDone, planned, [{ _id: 'anna', version: 5 }])
  assert.deepEqual(
    ways.map(({ change }) => change),
    [{ _id: 'anna', version: 5, deleted: false }],
  )
  assert.equal(undoAction([...ways]).isUndo, true)
})

test('what was refused is left with its reason, what nobody knows is said to be so, and what was not tried is counted', () => {
  const { planned } = toTrash([anna, bert])
  const refused = resultWith(nothingDone, planned, [
    { _id: 'anna', version: 5 },
    { _id: 'bert', error: 'Changed.', code: 'stale', current: null },
  ])
  const unknown = resultWith(refused, toTrash([cleo]).planned, 'unknown')
  const result = resultWith(unknown, planned, 'not tried')
  assert.deepEqual(
    result.left.map(({ booking: { _id }, reason }) => [_id, reason]),
    [
      ['bert', 'Changed.'],
      ['cleo', "The server didn't respond, so the change may not have been saved. Check the booking."],
    ],
  )
  assert.deepEqual([result.ways.length, result.missed, settledIn(result)], [1, 2, 5])
  assert.equal(leftInWords(result.left, String), "1 wasn't changed. 1 may have changed.")
})

test('people read how many in words that fit', () => {
  assert.equal(toStatus([anna], 1).done(1), '1 booking is now confirmed.')
  assert.equal(toTrash([anna, bert]).done(2), '2 bookings were deleted.')
  const ways = toTrash([anna, bert]).planned
  assert.deepEqual([undoAction(ways).done(2), undoAction(ways).done(1)], ['All 2 changes undone.', '1 change undone.'])
  assert.equal(undoAction(ways.slice(1)).done(1), 'Change undone.')
})
