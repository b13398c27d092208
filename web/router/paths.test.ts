import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idIn, showsList } from './paths.ts'

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

test('a list stands at its address whatever it is searched for, but not where that asks for the trash or another tab', () => {
  for (const search of ['', '?q=trash', '?order=-date&q=tab', '?stab=1']) assert.equal(showsList(search), true, search)
  for (const search of ['?trash=1', '?q=x&trash=1', '?tab=numbers', '?q=x&tab=numbers']) assert.equal(showsList(search), false, search)
})
