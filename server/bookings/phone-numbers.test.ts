import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'

let app: TestApp
before(async () => {
  // The chain's country is a setting of the whole process, like `TZ`.
  process.env.PHONE_COUNTRY = 'AT'
  app = await testApp()
})
after(async () => {
  await app.close()
  delete process.env.PHONE_COUNTRY
})

const book = (phoneNumber: string, more = {}) => someBooking(app, { phoneNumber, ...more })

async function searched(q: string): Promise<string[]> {
  const { body } = await app.call('GET', `/api/bookings?q=${encodeURIComponent(q)}`, 'staff')
  return (body as Booking[]).map(({ _id }) => _id)
}

async function callersOf(phoneNumber: string): Promise<string[]> {
  const { body } = await app.call('POST', '/api/bookings/callers', 'staff', { phoneNumber })
  return (body as { callers: { phoneNumber: string }[] }).callers.map((caller) => caller.phoneNumber)
}

async function sameAs(phoneNumber: string): Promise<string | undefined> {
  const { branchName, date, time } = bookingForm()
  const { body } = await app.call('POST', '/api/bookings/same', 'staff', { branchName, date, time, phoneNumber })
  return (body as { same: { _id: string } | null }).same?._id
}

test('both numbers of a booking dial, and find it in the list, among the callers and as a duplicate; what was typed is kept', async () => {
  const typed = '0660 5554443 (6 pm) / +43 676 7654321'
  const { _id, phoneNumber, phoneLinks } = await book(typed)
  assert.deepEqual([phoneNumber, phoneLinks], [typed, ['tel:06605554443', 'tel:+436767654321']])
  for (const form of ['06605554443', '+43 660 5554443', '0043 660 5554443', '54443', '0676 7654321', '٠٦٧٦ ٧٦٥ ٤٣٢١', typed]) {
    assert.deepEqual(await searched(form), [_id], form)
    assert.deepEqual(await callersOf(form), [typed], form)
    assert.equal(await sameAs(form), _id, form)
  }
  for (const other of ['066055544436', '5444367', '+49 660 5554443']) {
    // The search is lenient: a number may have been typed without its calling code.
    if (!other.startsWith('+')) assert.deepEqual(await searched(other), [], other)
    assert.deepEqual(await callersOf(other), [], other)
    assert.equal(await sameAs(other), undefined, other)
  }
})

test('another number, and an earlier version, is found and dialled in place of the number before', async () => {
  const first = await book('0664 1111111')
  const form = { ...bookingForm(), phoneNumber: '0664 2222222 DW 5' }
  const path = `/api/bookings/${first._id}`
  const changed: { body: Booking } = await app.call('PUT', path, 'staff', form)
  assert.deepEqual(changed.body.phoneLinks, ['tel:06642222222;ext=5'])
  assert.deepEqual([await searched('06641111111'), await searched('06642222222')], [[], [first._id]])
  const back: { body: Booking } = await app.call('POST', `${path}/restoration`, 'staff', { version: 1 })
  assert.deepEqual(back.body.phoneLinks, ['tel:06641111111'])
  assert.deepEqual([await searched('06641111111'), await searched('06642222222')], [[first._id], []])
})

test('a search takes any run of three digits of a number, inside the country and from abroad', async () => {
  const { _id } = await book('+43 680 9876543')
  for (const run of ['680', '98765', '0680', '43680', '0680 987', '6543']) assert.ok((await searched(run)).includes(_id), run)
})

test('with other words beside it a number finds its booking from seven digits on', async () => {
  const [seven, six] = [await book('588 5801'), await book('058 8599')]
  assert.deepEqual(await searched('somebody 588 58 01'), [seven._id])
  assert.deepEqual(await searched('somebody 058 85 99'), [])
  assert.deepEqual(await searched('058 85 99'), [six._id])
})
