import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import type { Branch } from '#contract/branches.ts'
import type { Closure } from '#contract/closures.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { change } from '#testing/many-changes.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  for (const name of ['Harbour', 'Pier']) await someBranch(app, name)
})
after(() => app.close())

const soon = daysAfter(today(), 7)
const close = async (more: object): Promise<Closure> =>
  (await app.call('POST', '/api/closures', 'staff', { branchName: 'Harbour', firstDay: soon, lastDay: soon, reason: 'Storm', ...more }))
    .body
const cancelFor = async ({ _id: closure }: Closure, { _id, version }: Booking) =>
  (await change(app, 'bookings', [{ _id, version, status: 2, closure }]))[0]
const closureOf = async ({ _id }: Booking) => ((await app.call('GET', `/api/bookings/${_id}`, 'staff')).body as Booking).closure

test('a booking is canceled only for a closure of its branch, day and time', async () => {
  const evening = await close({ fromTime: '18:00', untilTime: '20:00' })
  for (const other of [
    { date: daysAfter(soon, 1) },
    { date: daysAfter(soon, -1) },
    { time: '17:59' },
    { time: '20:00' },
    { branchName: 'Pier' },
  ]) {
    const booking = await someBooking(app, { date: soon, time: '18:00', ...other })
    const outcome = await cancelFor(evening, booking)
    assert.deepEqual(
      [outcome?.code, outcome?.error],
      ['invalid', "This closure doesn't cover the branch, day and time of the booking."],
      JSON.stringify(other),
    )
    assert.deepEqual([await closureOf(booking), booking.status], [null, 0])
  }
  const booking = await someBooking(app, { date: soon, time: '18:00' })
  assert.equal((await cancelFor(evening, booking))?.version, 2)
  assert.equal(await closureOf(booking), evening._id)
})

test('a closure of all branches closes every one of them', async () => {
  const strike = await close({ branchName: '', everywhere: true })
  for (const branchName of ['Harbour', 'Pier']) {
    const booking = await someBooking(app, { branchName, date: soon })
    assert.equal((await cancelFor(strike, booking))?.version, 2)
  }
})

test('a booking keeps the closures of its branch under a new name, and without the branch those of its name', async () => {
  await someBranch(app, 'Old Mole')
  const booking = await someBooking(app, { branchName: 'Old Mole', date: soon })
  const other = await someBooking(app, { branchName: 'Old Mole', date: soon })
  const branches: Branch[] = (await app.call('GET', '/api/branches?q=old', 'staff')).body
  const { _id, address, googleMapsUrl, images } = branches.find(({ name }) => name === 'Old Mole')!
  await app.call('PUT', `/api/branches/${_id}`, 'staff', { name: 'New Mole', address, googleMapsUrl, images })
  const closure = await close({ branchName: 'New Mole' })
  assert.equal((await cancelFor(closure, booking))?.version, 2)

  await app.db.updateTable('bookings').set({ branchId: null }).where('id', '=', other._id).execute()
  assert.equal((await cancelFor(closure, other))?.version, 2)
  const stranger = await someBooking(app, { branchName: 'Pier', date: soon })
  await app.db.updateTable('bookings').set({ branchId: null }).where('id', '=', stranger._id).execute()
  assert.equal((await cancelFor(closure, stranger))?.code, 'invalid')
})
