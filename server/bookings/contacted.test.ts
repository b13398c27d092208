import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const contact = (id: string, contacted: unknown = true, as: 'staff' | 'super user' = 'staff') =>
  app.call('PUT', `/api/bookings/${id}/contacted`, as, { contacted })
const get = async ({ _id }: Booking): Promise<Booking> => (await app.call('GET', `/api/bookings/${_id}`, 'staff')).body
const edit = ({ _id }: Booking, version: number, more: object) =>
  app.call('PUT', `/api/bookings/${_id}`, 'staff', bookingForm(more), { 'if-match': `"${version}"` })

test('of two users who have called a guest the first stays noted, also when both note it at the same time', async () => {
  const booking = await someBooking(app)
  assert.deepEqual([booking.contactedAt, booking.contactedBy], [null, null])
  const answers = await Promise.all([contact(booking._id), contact(booking._id, true, 'super user'), contact(booking._id)])
  const noted = answers.map(({ status, body }) => [status, (body as Booking).contactedBy, (body as Booking).contactedAt])
  assert.deepEqual(noted, [noted[0], noted[0], noted[0]])
  assert.equal(noted[0]?.[0], 200)
  assert.equal((await get(booking)).version, 2)
  assert.deepEqual((await get(booking)).contactedAt, noted[0]?.[2])
})

test('a call can be withdrawn, and the history names both', async () => {
  const { _id } = await someBooking(app)
  await contact(_id)
  await contact(_id, false)
  const { body }: { body: { action: string; byName: string; record: Booking }[] } = await app.call(
    'GET',
    `/api/bookings/${_id}/history`,
    'staff',
  )
  assert.deepEqual(
    body.map(({ action, byName, record }) => [action, byName, record.contactedBy]),
    [
      ['contact', 'staff', null],
      ['contact', 'staff', 'staff'],
      ['create', 'staff', null],
    ],
  )
})

test('a call is no conflict with a user who edits or cancels the booking, and neither undoes the other', async () => {
  const booking = await someBooking(app)
  await contact(booking._id)
  assert.equal((await edit(booking, 1, { fullName: 'Ada Lovelace' })).status, 200)
  const changes = [{ _id: booking._id, version: 3, status: 2 }]
  await contact(booking._id, false)
  await contact(booking._id)
  const { body }: { body: { version: number }[] } = await app.call('POST', '/api/bookings/changes', 'staff', { changes })
  assert.equal(body[0]?.version, 6)
  const { fullName, status, contactedBy } = await get(booking)
  assert.deepEqual([fullName, status, contactedBy], ['Ada Lovelace', 2, 'staff'])
})

test('another change than a call is still a conflict, and so is a version that never was', async () => {
  const booking = await someBooking(app)
  await contact(booking._id)
  await edit(booking, 1, { fullName: 'Ada Lovelace' })
  await contact(booking._id, false)
  for (const version of [1, 2, 5]) assert.equal((await edit(booking, version, { fullName: 'Lost' })).status, 412, String(version))
  assert.equal((await get(booking)).fullName, 'Ada Lovelace')
})

test('an earlier version that is restored keeps the call; a deleted booking has no calls to note', async () => {
  const booking = await someBooking(app)
  await edit(booking, 1, { time: '21:00' })
  await contact(booking._id)
  await app.call('POST', `/api/bookings/${booking._id}/restoration`, 'staff', { version: 1 })
  const { time, contactedBy } = await get(booking)
  assert.deepEqual([time, contactedBy], ['19:30', 'staff'])
  assert.equal((await contact(booking._id, 'yes')).status, 422)
  await app.call('DELETE', `/api/bookings/${booking._id}`, 'staff')
  assert.equal((await contact(booking._id)).status, 404)
})
