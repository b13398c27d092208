import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import { asShown, toggled } from './selecting.ts'

const booking = (_id: string, version = 1) => ({ _id, version }) as Booking
const shown = ['a', 'b', 'c', 'd', 'e'].map((id) => booking(id))
const [a, b, c, d, e] = shown as [Booking, Booking, Booking, Booking, Booking]
const ids = (bookings: readonly Booking[]) => bookings.map(({ _id }) => _id).join('')
const none = { items: [], anchor: undefined }

describe('a booking', () => {
  test('is selected, and taken out again, alone', () => {
    const one = toggled({ items: [a], anchor: 'a' }, shown, c, false)
    assert.deepEqual([ids(one.items), one.anchor], ['ac', 'c'])
    const two = toggled(one, shown, a, false)
    assert.deepEqual([ids(two.items), two.anchor], ['c', 'a'])
  })

  test('with a range is selected with all from the anchor to it, in either direction, both ends with them', () => {
    assert.equal(ids(toggled({ items: [b], anchor: 'b' }, shown, d, true).items), 'bbcd')
    assert.equal(ids(toggled({ items: [d], anchor: 'd' }, shown, b, true).items), 'dbcd')
  })

  test('leaves the anchor of a range where it was, so that another range begins there', () => {
    assert.equal(toggled({ items: [b], anchor: 'b' }, shown, d, true).anchor, 'b')
  })

  test('is selected alone where there is no anchor, or that is not loaded any more', () => {
    assert.equal(ids(toggled(none, shown, d, true).items), 'd')
    assert.equal(ids(toggled({ items: [], anchor: 'gone' }, shown, d, true).items), 'd')
    assert.equal(toggled({ items: [], anchor: 'gone' }, shown, d, true).anchor, 'd')
  })
})

describe('what is selected', () => {
  const selected = (...items: Booking[]) => new Map(items.map((each) => [each._id, each]))

  test('is told as it is by now, in the order of the list', () => {
    const now = [booking('c', 2), a, b]
    const told = asShown(selected(a, c), now)
    assert.deepEqual([ids(told), told[0]?.version], ['ca', 2])
  })

  test('stays where the list does not have it, as it was seen last', () => {
    assert.equal(ids(asShown(selected(e, a), [a, b])), 'ae')
  })

  test('is nothing where nothing is', () => {
    assert.deepEqual(asShown(selected(), shown), [])
  })
})
