import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idIn } from './paths.ts'

test('a path has its pattern whole, whatever its capitals and with a slash at its end', () => {
  for (const path of ['/bookings', '/bookings/', '/Bookings//']) assert.equal(idIn('/bookings', path), '', path)
  for (const path of ['/', '/booking', '/bookings/add', '/bookingsadd', '//bookings'])
    assert.equal(idIn('/bookings', path), undefined, path)
  assert.equal(idIn('/', '/'), '')
  assert.equal(idIn('/', '/bookings'), undefined)
})

test('an id is one part of a path, and as it stands there', () => {
  for (const path of ['/edit/0Ab', '/edit/0Ab/', '/EDIT/0Ab']) assert.equal(idIn('/edit/:id', path), '0Ab', path)
  for (const path of ['/edit', '/edit/', '/edit/0/1', '/add/0']) assert.equal(idIn('/edit/:id', path), undefined, path)
})
