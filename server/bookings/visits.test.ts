import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import type { Branch } from '#contract/branches.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { someBooking } from '#testing/some-booking.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const day = '2031-07-07'
const place = { address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] }
const open = async (name: string): Promise<Branch> => (await app.call('POST', '/api/branches', 'staff', { ...place, name })).body
const rename = ({ _id }: Branch, name: string, more: object = {}) =>
  app.call('PUT', `/api/branches/${_id}`, 'staff', { ...place, name, ...more })
const book = (branchName: string, fullName: string, more: object = {}) => someBooking(app, { branchName, fullName, date: day, ...more })
async function guestsOf(branchName: string, date = day): Promise<string[]> {
  const query = new URLSearchParams({ branchName, date })
  const { status, headers, body } = await app.call('GET', `/api/bookings/visits?${query}`, 'staff')
  assert.equal(status, 200, JSON.stringify(body))
  const guests = (body as Booking[]).map(({ fullName }) => fullName)
  assert.equal(headers['x-total-count'], String(guests.length))
  return guests
}

test('a branch has its bookings under every name that it had, in the order of their time, and none of another that bears its old name', async () => {
  const branch = await open('Harbour')
  await book('Harbour', 'Under the old name', { time: '20:00' })
  await book('Harbour', 'The day after', { date: '2031-07-08' })
  await rename(branch, 'Quay')
  await book('Quay', 'Under the new name')
  const next = await open('Harbour')
  await book('Harbour', 'Of the next Harbour')
  assert.deepEqual(await guestsOf('Quay'), ['Under the new name', 'Under the old name'])
  assert.deepEqual(await guestsOf('Harbour'), ['Of the next Harbour'])
  await rename(next, 'Third')
  assert.deepEqual(await guestsOf('Quay', '2031-07-07..'), ['Under the new name', 'Under the old name', 'The day after'])
})

test('the old name of a branch means all of its bookings, as long as no other branch has it', async () => {
  const branch = await open('Pier')
  await book('Pier', 'Under the old name')
  await rename(branch, 'Boardwalk')
  await book('Boardwalk', 'Under the new name', { time: '20:00' })
  assert.deepEqual(await guestsOf('Pier'), ['Under the old name', 'Under the new name'])
})

test('a branch that is deleted, and one that is taken away for good, keep theirs by the name, beside those of another that got it', async () => {
  const branch = await open('Dome')
  await book('Dome', 'Booked before')
  await app.call('DELETE', `/api/branches/${branch._id}`, 'staff')
  assert.deepEqual(await guestsOf('Dome'), ['Booked before'])
  const again = await open('Dome')
  await book('Dome', 'Booked since', { time: '20:00' })
  assert.deepEqual(await guestsOf('Dome'), ['Booked before', 'Booked since'])
  assert.equal((await app.call('POST', `/api/branches/${branch._id}/erasure`, 'super user')).status, 204)
  assert.deepEqual(await guestsOf('Dome'), ['Booked before', 'Booked since'])
  await rename(again, 'Cupola')
  assert.deepEqual(await guestsOf('Cupola'), ['Booked since'])
})

test('a booking shows the current name of its branch, and its own name once the branch is deleted', async () => {
  const branch = await open('Casino')
  await book('Casino', 'Shown', { date: '2031-07-14' })
  await rename(branch, 'Kursaal')
  const shown = async () => (await app.call('GET', '/api/bookings/visits?date=2031-07-14', 'staff')).body as object
  const named = (currentBranchName: string) => [{ branchName: 'Casino', currentBranchName }]
  assert.partialDeepStrictEqual(await shown(), named('Kursaal'))
  await app.call('DELETE', `/api/branches/${branch._id}`, 'staff')
  assert.partialDeepStrictEqual(await shown(), named('Casino'))
})

test('what comes back from the trash, or as an earlier version, belongs to its branch as it did', async () => {
  const [branch, other] = [await open('Lido'), await open('Plaza')]
  const trashed = await book('Lido', 'From the trash')
  const edited = await book('Lido', 'Moved and back', { time: '20:00' })
  await app.call('DELETE', `/api/bookings/${trashed._id}`, 'staff')
  const moved = await app.call('PUT', `/api/bookings/${edited._id}`, 'staff', { ...edited, branchName: 'Plaza' })
  assert.equal(moved.status, 200)
  await rename(branch, 'Beach', { renameBookings: true })
  await rename(other, 'Square')
  await open('Plaza')
  for (const [{ _id }, body] of [[trashed], [edited, { version: 1 }]] as const)
    assert.equal((await app.call('POST', `/api/bookings/${_id}/restoration`, 'staff', body)).status, 200)
  assert.deepEqual(await guestsOf('Beach'), ['From the trash', 'Moved and back'])
  await app.call('POST', `/api/bookings/${edited._id}/restoration`, 'staff', { version: 2 })
  assert.deepEqual(await guestsOf('Beach'), ['From the trash'])
})

test('an earlier version stays with the booking’s branch where another one has its old name by now', async () => {
  const branch = await open('Royal')
  const booking = await book('Royal', 'Went along')
  await rename(branch, 'Regal', { renameBookings: true })
  await open('Royal')
  await app.call('POST', `/api/bookings/${booking._id}/restoration`, 'staff', { version: 1 })
  assert.deepEqual([await guestsOf('Regal'), await guestsOf('Royal')], [['Went along'], []])
})

test('a booking that is edited stays with its branch under the name that it bears, where another branch has that name by now', async () => {
  const branch = await open('Empire')
  const booking = await book('Empire', 'Booked before', { promoCode: '' })
  await rename(branch, 'Imperial')
  await open('Empire')
  const edited = await app.call('PUT', `/api/bookings/${booking._id}`, 'staff', { ...booking, fullName: 'Edited since' })
  assert.equal(edited.status, 200)
  assert.deepEqual([await guestsOf('Imperial'), await guestsOf('Empire')], [['Edited since'], []])
  const changes = [{ _id: booking._id, version: 2, status: 1 }]
  assert.equal((await app.call('POST', '/api/bookings/changes', 'staff', { changes })).status, 200)
  assert.deepEqual([await guestsOf('Imperial'), await guestsOf('Empire')], [['Edited since'], []])
})

test('an earlier version of a booking whose branch is gone for good does not move to another branch of that name', async () => {
  const branch = await open('Odeon')
  const booking = await book('Odeon', 'Booked before', { promoCode: '' })
  await app.call('PUT', `/api/bookings/${booking._id}`, 'staff', { ...booking, fullName: 'Edited since' })
  await app.call('DELETE', `/api/branches/${branch._id}`, 'staff')
  assert.equal((await app.call('POST', `/api/branches/${branch._id}/erasure`, 'super user')).status, 204)
  const again = await open('Odeon')
  assert.equal((await app.call('POST', `/api/bookings/${booking._id}/restoration`, 'staff', { version: 1 })).status, 200)
  await rename(again, 'Globe')
  assert.deepEqual(await guestsOf('Globe'), [])
})

test('somebody who has booked under the old name of a branch is found again under its new one', async () => {
  const branch = await open('Tower')
  const { _id, fullName } = await book('Tower', 'Ada Byron')
  await rename(branch, 'Turret')
  const sought = { branchName: 'Turret', date: day, time: '19:30', phoneNumber: '020 7946 0121' }
  const { body } = await app.call('POST', '/api/bookings/same', 'staff', sought)
  assert.deepEqual((body as { same: unknown }).same, { _id, fullName })
})

test('many come page by page, each once, and none that is deleted', async () => {
  await open('Palace')
  for (let at = 0; at < 5; at++) await book('Palace', `Guest ${at}`)
  const gone = await book('Palace', 'Gone')
  await app.call('DELETE', `/api/bookings/${gone._id}`, 'staff')
  const guests: string[] = []
  for (let address: string | undefined = '/api/bookings/visits?branchName=Palace&limit=2'; address; ) {
    const { headers, body } = await app.call('GET', address, 'staff')
    guests.push(...(body as Booking[]).map(({ fullName }) => fullName))
    address = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
  }
  assert.deepEqual(guests, ['Guest 0', 'Guest 1', 'Guest 2', 'Guest 3', 'Guest 4'])
})
