import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Booking, Caller } from '#contract/bookings.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const put = ({ _id }: Booking, more: object) => app.call('PUT', `/api/bookings/${_id}`, 'staff', bookingForm(more))
const noteOf = async ({ _id }: Booking) => ((await app.call('GET', `/api/bookings/${_id}`, 'staff')).body as Booking).note
const found = async (query: string) =>
  ((await app.call('GET', `/api/bookings?${query}`, 'staff')).body as { _id: string }[]).map(({ _id }) => _id)

test('a note has several lines, without the formatting it was pasted with', async () => {
  const booking = await someBooking(app, { note: ' \u202bWheelchair\u200b,\r\nrow 1\u2028two guests\u00ad \n' })
  assert.equal(booking.note, 'Wheelchair,\nrow 1\ntwo guests')
  assert.equal(await noteOf(booking), booking.note)
})

test('a note has at most 500 characters, and a blank one is none', async () => {
  assert.equal((await someBooking(app, { note: 'x'.repeat(500) })).note.length, 500)
  assert.equal((await someBooking(app, { note: ' \n\t' })).note, '')
  const { status, body } = await app.call('POST', '/api/bookings', 'staff', bookingForm({ note: 'x'.repeat(501) }))
  const { fields }: { fields: object } = body
  assert.deepEqual([status, fields], [422, { note: 'Note is too long: at most 500 characters.' }])
})

test('a caller that doesn’t know of notes keeps the note; an empty one removes it', async () => {
  const booking = await someBooking(app, { note: 'Birthday' })
  await put(booking, { status: 1 })
  assert.equal(await noteOf(booking), 'Birthday')
  const changes = [{ _id: booking._id, version: 2, status: 2 }]
  await app.call('POST', '/api/bookings/changes', 'staff', { changes })
  assert.equal(await noteOf(booking), 'Birthday')
  await put(booking, { note: '' })
  assert.equal(await noteOf(booking), '')
  await app.call('POST', `/api/bookings/${booking._id}/restoration`, 'staff', { version: 1 })
  assert.equal(await noteOf(booking), 'Birthday')
})

test('a booking is found by the words of its note, in the list and in the trash, and the note is in the export', async () => {
  const { _id, version } = await someBooking(app, { note: 'Zwei Rollstühle,\n=1+1' })
  assert.deepEqual(await found('q=rollstuhle'), [_id])
  const { body: csv } = await app.call('GET', '/api/bookings?q=rollst', 'staff', undefined, { accept: 'text/csv' })
  const rows = parseCsv(csv)
  assert.equal(rows[1]?.[rows[0]?.indexOf('note') ?? -1], 'Zwei Rollstühle,\n=1+1')
  await app.call('DELETE', `/api/bookings/${_id}`, 'staff', undefined, { 'if-match': `"${version}"` })
  assert.deepEqual(await found('q=rollstuhle'), [])
  assert.deepEqual(await found('q=rollstuhle&trash=1'), [_id])
})

test('a note is erased with its booking', async () => {
  const { _id } = await someBooking(app, { note: 'Secretword' })
  await app.call('DELETE', `/api/bookings/${_id}`, 'staff')
  assert.equal((await app.call('POST', `/api/bookings/${_id}/erasure`, 'super user')).status, 204)
  assert.deepEqual(await found('q=secretword&trash=1'), [])
  const versions = await app.db.selectFrom('history').select('record').where('recordId', '=', _id).execute()
  assert.deepEqual(new Set(versions.map(({ record }) => record)), new Set(['']))
})

test('a caller is told with the latest note on their bookings', async () => {
  const phoneNumber = '+44 20 7946 0717'
  await someBooking(app, { phoneNumber, note: 'Wheelchair' })
  await someBooking(app, { phoneNumber, note: 'Two wheelchairs' })
  await someBooking(app, { phoneNumber })
  await someBooking(app, { phoneNumber, fullName: 'Bea Ring' })
  const { body }: { body: { callers: Caller[] } } = await app.call('POST', '/api/bookings/callers', 'staff', { phoneNumber })
  assert.deepEqual(
    body.callers.map(({ fullName, note }) => [fullName, note]),
    [
      ['Bea Ring', ''],
      ['Ada Byron', 'Two wheelchairs'],
    ],
  )
})
