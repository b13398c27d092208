import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await someBranch(app)
})
after(() => app.close())
beforeEach(() => app.db.deleteFrom('attempts').execute())

type Refusal = { error: string; code: string; fields: Record<string, string> }

let made = 0
async function promoCode(more: Record<string, unknown> = {}): Promise<{ _id: string; code: string }> {
  const { status, body } = await app.call('POST', '/api/promo-codes', 'staff', { code: `PROMO${++made}`, percentage: 20, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const usesOf = async (code: string) =>
  (await app.db.selectFrom('promoCodes').select('uses').where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst())?.uses

const book = (more?: object) => app.call('POST', '/api/bookings', 'staff', bookingForm(more))
const booked = (more?: object) => someBooking(app, more)
const edit = ({ _id }: Booking, more?: Record<string, unknown>) => app.call('PUT', `/api/bookings/${_id}`, 'staff', bookingForm(more))
const remove = ({ _id }: Booking) => app.call('DELETE', `/api/bookings/${_id}`, 'staff')
const restore = ({ _id }: Booking) => app.call('POST', `/api/bookings/${_id}/restoration`, 'staff')
const daysFromNow = (days: number) => daysAfter(today(), days)

describe('validating a promo code', () => {
  const validate = (code: unknown) => app.call('POST', '/api/validate', 'staff', { code })

  test('says the same of a code that is unknown, paused, not yet valid, expired, used up or deleted', async () => {
    const usedUp = await promoCode({ mostUses: 1 })
    await booked({ promoCode: usedUp.code })
    const deleted = await promoCode()
    await app.call('DELETE', `/api/promo-codes/${deleted._id}`, 'staff')
    const codes = ['NO-SUCH', usedUp.code, deleted.code]
    for (const more of [{ paused: true }, { firstDay: daysFromNow(1) }, { lastDay: daysFromNow(-1) }])
      codes.push((await promoCode(more)).code)
    for (const code of codes) {
      const { status, body }: { status: number; body: Refusal } = await validate(code)
      assert.deepEqual([status, body.error, body.code], [422, 'Invalid promo code', 'invalid_promo_code'], code)
      const refused: { status: number; body: Refusal } = await book({ promoCode: code })
      assert.deepEqual([refused.status, refused.body.fields], [422, { promoCode: 'Invalid or expired promo code' }], code)
    }
  })

  test('answers the discount, on its first and on its last day, however it is typed, and spends nothing', async () => {
    const { code } = await promoCode({ firstDay: today(), lastDay: today(), mostUses: 1 })
    for (const typed of [code, code.toLowerCase(), ` ${code} `]) assert.deepEqual((await validate(typed)).body, { discountPercentage: 20 })
    assert.equal(await usesOf(code), 0)
  })

  test('without a code is refused with the specified sentence', async () => {
    const { status, body }: { status: number; body: Refusal } = await validate('')
    assert.deepEqual([status, body.error], [422, 'Please enter a promo code'])
  })

  test('counts tries of the same person at the same moment once each', async () => {
    const { code } = await promoCode()
    const statuses = await Promise.all(Array.from({ length: 10 }, () => validate(code).then(({ status }) => status)))
    assert.deepEqual(new Set(statuses), new Set([200]))
  })

  test('is slowed down after twenty wrong guesses', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) statuses.push((await validate(`GUESS${i}`)).status)
    assert.deepEqual(statuses.slice(19), [422, 429, 429])
  })
})

describe('the discount of a booking', () => {
  test('is the code’s, whatever the caller claims', async () => {
    const { code } = await promoCode()
    assert.equal((await booked({ promoCode: code, discountPercentage: 99 })).discountPercentage, 20)
    assert.equal((await booked({ promoCode: code.toLowerCase() })).promoCode, code)
    assert.equal((await booked({ discountPercentage: 99 })).discountPercentage, 0)
  })

  test('stays when the booking is edited after the code has changed, expired, been paused or deleted', async () => {
    const { _id, code } = await promoCode()
    const booking = await booked({ promoCode: code })
    await app.call('PUT', `/api/promo-codes/${_id}`, 'staff', { code, percentage: 50, lastDay: daysFromNow(-1), paused: true })
    const kept: { status: number; body: Booking } = await edit(booking, {
      promoCode: code,
      fullName: 'Ada Lovelace',
      discountPercentage: 99,
    })
    assert.deepEqual([kept.status, kept.body.discountPercentage], [200, 20])
    await app.call('DELETE', `/api/promo-codes/${_id}`, 'staff')
    assert.equal(((await edit(booking, { promoCode: code })).body as Booking).discountPercentage, 20)
    assert.equal((await remove(booking)).status, 204)
    assert.equal((await restore(booking)).status, 200)
  })

  test('goes with the code', async () => {
    const [first, second] = [await promoCode(), await promoCode({ percentage: 35 })]
    const booking = await booked({ promoCode: first.code })
    assert.equal(((await edit(booking, { promoCode: second.code })).body as Booking).discountPercentage, 35)
    assert.equal(((await edit(booking)).body as Booking).discountPercentage, 0)
    assert.deepEqual([await usesOf(first.code), await usesOf(second.code)], [0, 0])
  })
})

describe('the uses of a promo code', () => {
  test('are spent by booking, given back by canceling and deleting, spent again by re-activating and restoring', async () => {
    const { code } = await promoCode()
    const uses: (number | undefined)[] = []
    const note = async () => uses.push(await usesOf(code))
    const booking = await booked({ promoCode: code })
    await note()
    await edit(booking, { promoCode: code, status: 2 })
    await note()
    await edit(booking, { promoCode: code, status: 2, fullName: 'Still canceled' })
    await note()
    await edit(booking, { promoCode: code, status: 1 })
    await note()
    await remove(booking)
    await note()
    await restore(booking)
    await note()
    await edit(booking)
    await note()
    assert.deepEqual(uses, [1, 0, 0, 1, 0, 1, 0])
  })

  test('are not held by a booking that is created canceled, nor given back twice', async () => {
    const { code } = await promoCode()
    const booking = await booked({ promoCode: code, status: 2 })
    assert.equal(await usesOf(code), 0)
    await booked({ promoCode: code })
    await remove(booking)
    assert.equal(await usesOf(code), 1)
  })

  test('when gone refuse to re-activate or restore, say so, and change nothing', async () => {
    const { code } = await promoCode({ mostUses: 1 })
    const [waiting, deleted] = [await booked({ promoCode: code, status: 2 }), await booked({ promoCode: code })]
    await remove(deleted)
    const holder = await booked({ promoCode: code })
    for (const { status, body } of [await edit(waiting, { promoCode: code, status: 0 }), await restore(deleted)]) {
      assert.deepEqual([status, (body as Refusal).code], [409, 'used_up'])
    }
    assert.equal(await usesOf(code), 1)
    assert.equal(((await app.call('GET', `/api/bookings/${waiting._id}`, 'staff')).body as Booking).version, waiting.version)
    await remove(holder)
    assert.equal((await restore(deleted)).status, 200)
  })

  test('do not make a new version of the code, so booking never gets in the way of editing it', async () => {
    const { _id, code } = await promoCode()
    await booked({ promoCode: code })
    const { status, body }: { status: number; body: { uses: number } } = await app.call(
      'PUT',
      `/api/promo-codes/${_id}`,
      'staff',
      { code, percentage: 30 },
      { 'if-match': '"1"' },
    )
    assert.deepEqual([status, body.uses], [200, 1])
  })
})

describe('the branch of a booking', () => {
  test('must exist when it is chosen, and may be gone when the booking is edited', async () => {
    const branch: { _id: string } = (
      await app.call('POST', '/api/branches', 'staff', {
        name: 'Pier',
        address: 'x',
        googleMapsUrl: 'https://maps.app.goo.gl/pier',
        images: [],
      })
    ).body
    const booking = await booked({ branchName: 'Pier' })
    await app.call('DELETE', `/api/branches/${branch._id}`, 'staff')
    assert.equal((await edit(booking, { branchName: 'Pier', time: '20:00' })).status, 200)
    assert.equal((await book({ branchName: 'Pier' })).status, 422)
  })
})

test('bookings are listed by date and time, the latest first', async () => {
  const at = async (date: string, time: string) => (await booked({ date, time, fullName: 'Sorted' }))._id
  const expected = [await at('2041-01-02', '09:00'), await at('2041-01-01', '21:00'), await at('2041-01-01', '09:30')]
  const listed: Booking[] = (await app.call('GET', '/api/bookings?limit=3', 'staff')).body
  assert.deepEqual(
    listed.map(({ _id }) => _id),
    expected,
  )
})

test('a promo code is unique among those that are not deleted', async () => {
  const first = await promoCode()
  const again: { status: number; body: Refusal } = await app.call('POST', '/api/promo-codes', 'staff', {
    code: first.code.toLowerCase(),
    percentage: 5,
  })
  assert.deepEqual([again.status, Object.keys(again.body.fields)], [409, ['code']])
  await app.call('DELETE', `/api/promo-codes/${first._id}`, 'staff')
  assert.equal((await app.call('POST', '/api/promo-codes', 'staff', { code: first.code, percentage: 5 })).status, 201)
  assert.equal((await app.call('POST', `/api/promo-codes/${first._id}/restoration`, 'staff')).status, 409)
  const backwards: { status: number; body: Refusal } = await app.call('POST', '/api/promo-codes', 'staff', {
    code: 'BACKWARDS',
    percentage: 5,
    firstDay: '2026-12-02',
    lastDay: '2026-12-01',
  })
  assert.deepEqual([backwards.status, backwards.body.fields], [422, { lastDay: 'The last day must not be before the first day.' }])
})

test('the letters of a promo code stay while bookings hold it', async () => {
  const { _id, code } = await promoCode()
  const booking = await booked({ promoCode: code })
  const rename = () => app.call('PUT', `/api/promo-codes/${_id}`, 'staff', { code: `${code}-NEW`, percentage: 20 })
  const refused: { status: number; body: Refusal } = await rename()
  assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [409, ['code']])
  await remove(booking)
  assert.equal((await rename()).status, 200)
})
