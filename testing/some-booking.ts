import assert from 'node:assert/strict'
import type { Booking } from '#contract/bookings.ts'
import type { TestApp } from './app.ts'
import { someBranch } from './some-branch.ts'

/** Returns the form of a booking, at the branch of `someBranch` unless `more` says otherwise. */
export const bookingForm = (more: object = {}) => ({
  branchName: 'Harbour',
  date: '2026-11-27',
  time: '19:30',
  fullName: 'Ada Byron',
  phoneNumber: '+44 20 7946 0121',
  ...more,
})

/** Creates a booking from that form, and returns it as stored. */
export async function someBooking(app: Pick<TestApp, 'call'>, more: object = {}): Promise<Booking> {
  if (!('branchName' in more)) await someBranch(app)
  const { status, body } = await app.call('POST', '/api/bookings', 'staff', bookingForm(more))
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
