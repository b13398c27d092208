import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seeded } from '#seed/drawing/random.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await someBranch(app)
})
after(() => app.close())

type Booking = { _id: string; version: number; promoCode: string; status: number; discountPercentage: number }
const [pending, confirmed, canceled] = [0, 1, 2]

let made = 0
async function newCode(more: { percentage?: number; mostUses?: number } = {}): Promise<string> {
  const code = `USES${++made}`
  assert.equal((await app.call('POST', '/api/promo-codes', 'staff', { code, percentage: 20, ...more })).status, 201)
  return code
}

/** Returns the use counts of `codes` as the list of promo codes shows them. */
async function usesOf(...codes: string[]): Promise<number[]> {
  const listed: { code: string; uses: number }[] = (await app.call('GET', '/api/promo-codes', 'staff')).body
  return codes.map((code) => listed.find((each) => each.code === code)?.uses ?? Number.NaN)
}

const book = (more: Record<string, unknown>) => app.call('POST', '/api/bookings', 'staff', bookingForm(more))
const edit = (id: string, more: Record<string, unknown>, headers?: Record<string, string>) =>
  app.call('PUT', `/api/bookings/${id}`, 'staff', bookingForm(more), headers)
const booked = async (more: Record<string, unknown>): Promise<string> => (await someBooking(app, more))._id

describe('an active booking that is edited keeps its one use', () => {
  for (const [what, more] of [
    ['when nothing changes', {}],
    ['under another name', { fullName: 'Ada Lovelace' }],
    ['at another day and time', { date: '2026-12-24', time: '11:00' }],
    ['when it is confirmed', { status: confirmed }],
    ['when it claims another discount', { discountPercentage: 99 }],
  ] as const) {
    test(`${what}, also again and again, and when it is the last`, async () => {
      const code = await newCode({ mostUses: 1 })
      const id = await booked({ promoCode: code })
      for (let i = 0; i < 3; i++) {
        const { status, body }: { status: number; body: Booking } = await edit(id, { promoCode: code, ...more })
        assert.deepEqual([status, body.discountPercentage], [200, 20])
        assert.deepEqual(await usesOf(code), [1])
      }
    })
  }

  test('when its code is typed in small letters', async () => {
    const code = await newCode({ mostUses: 1 })
    const id = await booked({ promoCode: code.toLowerCase() })
    assert.equal((await edit(id, { promoCode: code.toLowerCase() })).status, 200)
    assert.deepEqual(await usesOf(code), [1])
  })

  test('when it goes back from confirmed to pending', async () => {
    const code = await newCode()
    const id = await booked({ promoCode: code, status: confirmed })
    await edit(id, { promoCode: code, status: pending })
    assert.deepEqual(await usesOf(code), [1])
  })
})

describe('a use moves', () => {
  test('between codes when the booking changes its code, and back', async () => {
    const [first, second] = [await newCode({ mostUses: 1 }), await newCode({ mostUses: 1, percentage: 50 })]
    const id = await booked({ promoCode: first })
    assert.equal(((await edit(id, { promoCode: second })).body as Booking).discountPercentage, 50)
    assert.deepEqual(await usesOf(first, second), [0, 1])
    assert.equal(((await edit(id, { promoCode: first })).body as Booking).discountPercentage, 20)
    assert.deepEqual(await usesOf(first, second), [1, 0])
  })

  test('to nobody when the code is removed, and to the booking that gets a code later', async () => {
    const code = await newCode()
    const id = await booked({ promoCode: code })
    await edit(id, { promoCode: '' })
    assert.deepEqual(await usesOf(code), [0])
    await edit(id, { promoCode: code })
    assert.deepEqual(await usesOf(code), [1])
  })

  test('back when the booking is canceled under another code, which it doesn’t hold then', async () => {
    const [first, second] = [await newCode(), await newCode()]
    const id = await booked({ promoCode: first })
    await edit(id, { promoCode: second, status: canceled })
    assert.deepEqual(await usesOf(first, second), [0, 0])
    await edit(id, { promoCode: first, status: confirmed })
    assert.deepEqual(await usesOf(first, second), [1, 0])
  })

  test('with neither deleting nor restoring a booking that is canceled', async () => {
    const code = await newCode()
    await booked({ promoCode: code })
    const id = await booked({ promoCode: code, status: canceled })
    await app.call('DELETE', `/api/bookings/${id}`, 'staff')
    assert.deepEqual(await usesOf(code), [1])
    await app.call('POST', `/api/bookings/${id}/restoration`, 'staff')
    assert.deepEqual(await usesOf(code), [1])
  })
})

test('an edit, a booking and a deletion that are refused neither spend nor give back', async () => {
  const [held, other] = [await newCode(), await newCode()]
  const id = await booked({ promoCode: held })
  const refusals = [
    await edit(id, { promoCode: other }, { 'if-match': '"7"' }),
    await edit(id, { promoCode: other, branchName: 'Nowhere' }),
    await edit(id, { promoCode: 'NO-SUCH-CODE' }),
    await edit(id, { promoCode: other, date: 'never' }),
    await book({ promoCode: other, branchName: 'Nowhere' }),
    await app.call('DELETE', `/api/bookings/${id}`, 'staff', undefined, { 'if-match': '"7"' }),
    await app.call('POST', `/api/bookings/${id}/restoration`, 'staff'),
  ]
  assert.deepEqual(
    refusals.map(({ status }) => status),
    [412, 422, 422, 422, 422, 412, 404],
  )
  assert.deepEqual(await usesOf(held, other), [1, 0])
})

type Known = { id: string; promoCode: string; status: number; deleted: boolean }
const holds = ({ promoCode, status, deleted }: Omit<Known, 'id'>) => promoCode !== '' && status !== canceled && !deleted

for (const seed of [1, 2, 3]) {
  test(`after every step of a long walk the uses are those of the active bookings (walk ${seed})`, async () => {
    const random = seeded(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
    const codes = [await newCode({ mostUses: 1 }), await newCode({ mostUses: 2 })]
    const known: Known[] = []
    const held = (code: string) => known.filter((booking) => booking.promoCode === code && holds(booking)).length
    const isFree = (code: string) => code === '' || held(code) <= codes.indexOf(code)
    const seen = new Set<string>()

    for (let step = 0; step < 200; step++) {
      const booking = known.length < 6 ? undefined : pick(known)
      const next = {
        promoCode: pick([booking?.promoCode ?? '', booking?.promoCode ?? '', ...codes]),
        status: pick([pending, confirmed, canceled]),
        deleted: false,
      }
      const action = booking ? pick(['edit', 'edit', 'edit', booking.deleted ? 'restore' : 'delete']) : 'book'
      let [expected, got] = [0, 0]
      if (!booking) {
        expected = isFree(next.promoCode) ? 201 : 422
        const { status, body }: { status: number; body: Booking } = await book(next)
        got = status
        known.push({
          ...(got === 201 ? next : { ...next, promoCode: '' }),
          id: got === 201 ? body._id : await booked({ status: next.status }),
        })
      } else if (action === 'edit') {
        const isOther = next.promoCode !== booking.promoCode
        if (booking.deleted) expected = 404
        else if (isOther && !isFree(next.promoCode)) expected = 422
        else if (!isOther && holds(next) && !holds(booking) && !isFree(next.promoCode)) expected = 409
        else expected = 200
        got = (await edit(booking.id, next)).status
        if (got === 200) Object.assign(booking, next)
      } else if (action === 'delete') {
        expected = 204
        got = (await app.call('DELETE', `/api/bookings/${booking.id}`, 'staff')).status
        booking.deleted = true
      } else {
        expected = holds({ ...booking, deleted: false }) && !isFree(booking.promoCode) ? 409 : 200
        got = (await app.call('POST', `/api/bookings/${booking.id}/restoration`, 'staff')).status
        booking.deleted = got !== 200
      }
      seen.add(`${action} ${got}`)
      const where = `step ${step}: ${action} ${JSON.stringify({ booking, next })}`
      assert.deepEqual([got, await usesOf(...codes)], [expected, codes.map(held)], where)
    }
    for (const outcome of ['edit 200', 'edit 404', 'edit 409', 'edit 422', 'delete 204', 'restore 200', 'restore 409'])
      assert.ok(seen.has(outcome), `the walk met ${[...seen]}`)
  })
}
