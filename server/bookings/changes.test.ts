import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Booking, type BookingChange, type ChangeOutcome, canceled } from '#contract/bookings.ts'
import { mostChanges } from '#contract/changes.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { someBooking } from '#testing/some-booking.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Version = { version: number; action: string; byName: string; record: Booking }

let made = 0
async function promoCode(more: object = {}): Promise<string> {
  const code = `MANY${++made}`
  assert.equal((await app.call('POST', '/api/promo-codes', 'staff', { code, percentage: 20, ...more })).status, 201)
  return code
}
const booked = (more: object = {}) => someBooking(app, { fullName: `Guest ${++made}`, ...more })
const several = (count: number, more?: object) => Promise.all(Array.from({ length: count }, () => booked(more)))
const now = async ({ _id }: Booking): Promise<Booking> => (await app.call('GET', `/api/bookings/${_id}`, 'staff')).body
const usesOf = async (code: string) =>
  (await app.db.selectFrom('promoCodes').select('uses').where('code', '=', code).executeTakeFirstOrThrow()).uses

const send = (changes: unknown, headers?: Record<string, string>) =>
  app.call('POST', '/api/bookings/changes', 'staff', { changes }, headers)
async function change(changes: BookingChange[], headers?: Record<string, string>): Promise<ChangeOutcome[]> {
  const { status, body } = await send(changes, headers)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const to =
  (status: number) =>
  ({ _id, version }: Booking): BookingChange => ({ _id, version, status })
const codesOf = (outcomes: ChangeOutcome[]) => outcomes.map((outcome) => ('code' in outcome ? outcome.code : outcome.version))

describe('many bookings changed at once', () => {
  test('each get a new version, whoever did it in their history, and their new status in the lists', async () => {
    const bookings = await several(3)
    assert.deepEqual(codesOf(await change(bookings.map(to(1)))), [2, 2, 2])
    for (const booking of bookings) {
      const history: Version[] = (await app.call('GET', `/api/bookings/${booking._id}/history`, 'staff')).body
      assert.deepEqual(
        history.map(({ version, action, byName, record }) => [version, action, byName, record.status]),
        [
          [2, 'update', 'staff', 1],
          [1, 'create', 'staff', 0],
        ],
      )
      const found: Booking[] = (await app.call('GET', `/api/bookings?status=1&q=${encodeURIComponent(booking.fullName)}`, 'staff')).body
      assert.ok(found.some(({ _id }) => _id === booking._id))
    }
  })

  test('get no version where they have that status already', async () => {
    const [booking] = await several(1)
    if (!booking) throw new Error('There is no booking.')
    const before = await now(booking)
    assert.deepEqual(codesOf(await change([to(booking.status)(booking)])), [1])
    assert.deepEqual(await now(booking), before)
  })

  test('are answered in the order sent, in whatever order they are made', async () => {
    const bookings = await several(4)
    const sent = [2, 0, 3, 1].flatMap((at) => bookings[at] ?? [])
    const outcomes = await change(sent.map(to(1)))
    assert.deepEqual(
      outcomes.map(({ _id }) => _id),
      sent.map(({ _id }) => _id),
    )
  })

  test('go into the trash and come back as they were', async () => {
    const bookings = await several(2)
    const deleted = await change(bookings.map(({ _id, version }) => ({ _id, version, deleted: true })))
    assert.deepEqual(codesOf(deleted), [2, 2])
    for (const { _id } of bookings) assert.equal((await app.call('GET', `/api/bookings/${_id}`, 'staff')).status, 404)
    assert.deepEqual(codesOf(await change(bookings.map(({ _id }) => ({ _id, version: 2, deleted: false })))), [3, 3])
    for (const booking of bookings) assert.equal((await now(booking)).fullName, booking.fullName)
  })

  test('give the uses of their promo codes back and take them again, at the discount that they had', async () => {
    const code = await promoCode()
    const bookings = await several(3, { promoCode: code })
    await change(bookings.map(to(canceled)))
    assert.equal(await usesOf(code), 0)
    await change(bookings.map((booking) => to(1)({ ...booking, version: 2 })))
    assert.equal(await usesOf(code), 3)
    await change(bookings.map(({ _id }) => ({ _id, version: 3, deleted: true })))
    assert.equal(await usesOf(code), 0)
    for (const booking of bookings) {
      await change([{ _id: booking._id, version: 4, deleted: false }])
      assert.equal((await now(booking)).discountPercentage, 20)
    }
    assert.equal(await usesOf(code), 3)
  })

  test('are told apart: what somebody else changed or deleted meanwhile, and what its code is used up for, is left, and the rest is done', async () => {
    const code = await promoCode({ mostUses: 1 })
    const usedUp = await booked({ promoCode: code })
    await change([to(canceled)(usedUp)])
    await booked({ promoCode: code })
    const [changed, gone, trashed, fine] = (await several(4)) as [Booking, Booking, Booking, Booking]
    await change([to(canceled)(changed)])
    await app.call('DELETE', `/api/bookings/${trashed._id}`, 'staff')
    const outcomes = await change([
      to(1)({ ...usedUp, version: 2 }),
      to(1)(changed),
      to(1)({ ...gone, _id: '01980000-0000-7000-8000-000000000000' }),
      to(1)(trashed),
      to(1)(fine),
    ])
    assert.deepEqual(codesOf(outcomes), ['used_up', 'stale', 'not_found', 'not_found', 2])
    assert.deepEqual([(await now(usedUp)).version, (await now(changed)).status, (await now(fine)).status], [2, canceled, 1])
    assert.equal(await usesOf(code), 1)
    const [first, stale] = outcomes
    assert.deepEqual(stale && 'current' in stale && stale.current, await now(changed))
    assert.match(first && 'error' in first ? first.error : '', /^This promo code has been used up\./)
  })

  test('of which one is named twice: it is changed once', async () => {
    const booking = await booked()
    assert.deepEqual(codesOf(await change([to(1)(booking), to(canceled)(booking)])), [2, 'stale'])
  })

  test('happen once under one name, and are answered as the first time', async () => {
    const code = await promoCode()
    const bookings = await several(2, { promoCode: code })
    const name = { 'idempotency-key': 'the-first-step' }
    const first = await change(bookings.map(to(canceled)), name)
    assert.deepEqual(await change(bookings.map(to(canceled)), name), first)
    assert.deepEqual([await usesOf(code), (await now(bookings[0]!)).version], [0, 2])
    const twice = await Promise.all(
      [1, 2, 3].map(() => change([to(1)({ ...bookings[0]!, version: 2 })], { 'idempotency-key': 'together' })),
    )
    assert.deepEqual(twice.map(codesOf), [[3], [3], [3]])
    assert.equal((await send(bookings.map(to(1)), name)).status, 422)
  })

  test('by two people at once: each booking hears one of them, and its use is counted once', async () => {
    const codes = [await promoCode(), await promoCode()]
    for (let round = 0; round < 5; round++) {
      const bookings = await Promise.all(Array.from({ length: 12 }, (_, at) => booked({ promoCode: codes[at % 2] })))
      const [forth, back] = await Promise.all([
        change(bookings.map(to(canceled))),
        change(bookings.toReversed().map(({ _id, version }) => ({ _id, version, deleted: true }))),
      ])
      const done = [...(forth ?? []), ...(back ?? [])].filter((outcome) => 'version' in outcome)
      assert.equal(done.length, bookings.length)
      for (const code of codes) assert.equal(await usesOf(code), 0)
    }
  })
})

describe('changes that nobody could make', () => {
  const _id = '01980000-0000-7000-8000-000000000000'
  const wrong: [string, unknown][] = [
    ['none', []],
    ['too many', Array.from({ length: mostChanges + 1 }, () => ({ _id, version: 1, status: 1 }))],
    ['no list', { _id, version: 1, status: 1 }],
    ['a status that there isn’t', [{ _id, version: 1, status: 3 }]],
    ['a status as text', [{ _id, version: 1, status: '1' }]],
    ['no version', [{ _id, status: 1 }]],
    ['no id', [{ _id: 'x', version: 1, status: 1 }]],
    ['nothing that changes', [{ _id, version: 1 }]],
    ['both at once', [{ _id, version: 1, status: 1, deleted: true }]],
    ['other fields', [{ _id, version: 1, status: 1, fullName: 'Somebody Else' }]],
  ]
  for (const [name, changes] of wrong) {
    test(`are refused with a sentence: ${name}`, async () => {
      const { status, body }: { status: number; body: { error: string } } = await send(changes)
      assert.equal(status, 422)
      assert.match(body.error, /^(Send 1 to 100 changes\.|A change needs |Status must be |"version" must be |This is not a valid id)/)
    })
  }
})
