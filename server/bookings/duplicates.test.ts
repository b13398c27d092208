import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const { fullName: _, ...when } = bookingForm()
const book = (more?: object) => someBooking(app, more)
const findSame = async (more: object = {}) => (await app.call('POST', '/api/bookings/same', 'staff', { ...when, ...more })).body

test('a booking of the same branch, day, time and phone number is found, however the number is written', async () => {
  assert.deepEqual(await findSame(), { same: null, sameDay: null })
  await book({ status: 2 })
  await app.call('DELETE', `/api/bookings/${(await book())._id}`, 'staff')
  assert.deepEqual(await findSame(), { same: null, sameDay: null })
  const { _id, fullName } = await book()
  for (const phoneNumber of [when.phoneNumber, '+442079460121', '44-20-7946-0121', '0044 (0)20 7946 0121', '020 7946 0121', '60121'])
    assert.deepEqual(await findSame({ phoneNumber }), { same: { _id, fullName }, sameDay: null })
  for (const other of [{ date: '2026-11-28' }, { branchName: 'Elsewhere' }, { phoneNumber: '+44 20 7946 0122' }, { except: _id }])
    assert.deepEqual(await findSame(other), { same: null, sameDay: null })
})

test('a booking at another time of the same day is told apart from the same one', async () => {
  const date = '2026-11-29'
  const late = await book({ date, time: '21:00' })
  const found = { _id: late._id, fullName: late.fullName, time: '21:00' }
  assert.deepEqual(await findSame({ date }), { same: null, sameDay: found })
  assert.deepEqual(await findSame({ date, time: undefined }), { same: null, sameDay: found })
  const { _id, fullName } = await book({ date })
  assert.deepEqual(await findSame({ date }), { same: { _id, fullName }, sameDay: found })
  assert.deepEqual(await findSame({ date, except: _id }), { same: null, sameDay: found })
})

test('it is pointed out and never refused', async () => {
  const first = await book({ time: '21:00' })
  const second = await book({ time: '21:00' })
  assert.notEqual(first._id, second._id)
})

test('looking for it takes staff, a whole question, and stores nothing', async () => {
  assert.equal((await app.call('POST', '/api/bookings/same', 'nobody', when)).status, 401)
  const { status, body }: { status: number; body: { fields: object } } = await app.call('POST', '/api/bookings/same', 'staff', {})
  assert.deepEqual([status, Object.keys(body.fields).sort()], [422, ['branchName', 'date', 'phoneNumber']])
})
