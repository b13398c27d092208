import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '#contract/activity.ts'
import { placeOf, sentenceOf } from './activity-words.ts'

const line: Activity = {
  _id: 'a',
  at: '2026-11-22T10:00:00.000Z',
  byId: 'anna',
  byName: 'Anna',
  kind: 'delete',
  resource: 'movies',
  recordId: 'b',
  title: 'Heat',
  state: 'in trash',
  address: '',
  browser: '',
  counts: null,
  times: 1,
}
const deed = { resource: '', recordId: '', title: '', state: '' } as const
const ofMany = { kind: 'batch', recordId: '', title: '', state: '' } as const
const none = { create: 0, update: 0, delete: 0, restore: 0, erase: 0 }
const ofUser = { resource: 'users', recordId: 'berta', title: 'Berta', state: 'there' } as const
const ofAnna = { ...ofUser, recordId: 'anna', title: 'Anna' }

for (const [sentence, changes] of [
  ['Anna deleted the movie Heat', {}],
  ['Anna added the booking for Ada', { kind: 'create', resource: 'bookings', title: 'Ada' }],
  ['Anna changed the menu item Popcorn', { kind: 'update', resource: 'menus', title: 'Popcorn' }],
  ['Anna restored the image poster.png', { kind: 'restore', resource: 'images', title: 'poster.png' }],
  ['MovieBox added the user Berta', { ...ofUser, kind: 'create', byId: null, byName: null }],
  ['Anna permanently erased a booking', { kind: 'erase', resource: 'bookings', title: '', state: 'gone' }],
  ['Anna added an image that has since been erased', { kind: 'create', resource: 'images', title: '', state: 'gone' }],
  ['Anna imported 5,000 movies: 4,800 new, 200 changed', { ...ofMany, counts: { ...none, create: 4800, update: 200 } }],
  ['Anna imported 1 movie: 1 new', { ...ofMany, counts: { ...none, create: 1 } }],
  ['Anna changed 200 menu items', { ...ofMany, resource: 'menus', counts: { ...none, update: 200 } }],
  ['Anna deleted 59 images', { ...ofMany, resource: 'images', counts: { ...none, delete: 59 } }],
  ['Anna changed 3 promo codes: 2 changed, 1 restored', { ...ofMany, resource: 'promoCodes', counts: { ...none, update: 2, restore: 1 } }],
  ['Anna signed in', { ...deed, kind: 'sign-in' }],
  ['Anna signed out', { ...deed, kind: 'sign-out' }],
  ['Anna signed out on other devices', { ...ofAnna, kind: 'sign-out' }],
  ['Anna signed Berta out', { ...ofUser, kind: 'sign-out' }],
  ['Anna changed their password', { ...ofAnna, kind: 'password' }],
  ['Anna set a new password for Berta', { ...ofUser, kind: 'password' }],
  ['Failed sign-in as Anna', { ...deed, kind: 'failed sign-in' }],
  ['Failed sign-in as Anna, 3 times', { ...deed, kind: 'failed sign-in', times: 3 }],
  ['Someone tried to sign in with an unknown username', { ...deed, kind: 'failed sign-in', byId: null, byName: null }],
] as [string, Partial<Activity>][]) {
  test(`a line reads: ${sentence}`, () => {
    const { who, before, name, after } = sentenceOf({ ...line, ...changes })
    assert.equal(`${who} ${before}${name && ' '}${name}${after}`, sentence)
  })
}

test('a line leads to where its record is now', () => {
  const placeWith = (changes: Partial<Activity>) => placeOf({ ...line, ...changes })
  assert.deepEqual(
    [
      placeWith({ state: 'there' }),
      placeWith({}),
      placeWith({ state: 'there', resource: 'promoCodes' }),
      placeWith({ state: 'there', resource: 'images', title: 'a b.png' }),
      placeWith({ ...ofUser, state: 'in trash' }),
      placeWith({ state: 'gone' }),
      placeWith(deed),
      placeWith({ ...ofMany, resource: 'promoCodes' }),
    ],
    [
      '/movie/b',
      '/?trash=1&q=Heat',
      '/bookings/promo-codes/edit/b',
      '/gallery?q=a+b.png',
      '/users?trash=1&q=Berta',
      undefined,
      undefined,
      '/bookings/promo-codes',
    ],
  )
})
