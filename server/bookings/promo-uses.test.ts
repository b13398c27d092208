import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { canceled } from '#contract/bookings.ts'
import { openProduct } from '#server/startup/product.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { bookingForm } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await someBranch(app)
})
after(() => app.close())
// These tests try deleted codes, which is throttled like guessing.
beforeEach(() => app.db.deleteFrom('attempts').execute())

type Reply<Body> = { status: number; body: Body }
type Code = { _id: string; code: string; uses: number }
type Booking = { _id: string; promoCode: string; discountPercentage: number; status: number }
type Form = { promoCode?: string; status?: number; fullName?: string }

let made = 0
const letters = () => `CODE${++made}`
const makeCode = (code: string, more: object = {}): Promise<Reply<Code>> =>
  app.call('POST', '/api/promo-codes', 'staff', { code, percentage: 20, ...more })
const changeCode = ({ _id }: Code, body: object): Promise<Reply<Code>> => app.call('PUT', `/api/promo-codes/${_id}`, 'staff', body)
const removeCode = ({ _id }: Code) => app.call('DELETE', `/api/promo-codes/${_id}`, 'staff')
const restoreCode = ({ _id }: Code): Promise<Reply<Code>> => app.call('POST', `/api/promo-codes/${_id}/restoration`, 'staff')

const book = (promoCode: string, more: Form = {}): Promise<Reply<Booking>> =>
  app.call('POST', '/api/bookings', 'staff', bookingForm({ promoCode, ...more }))
const edit = ({ _id, promoCode }: Booking, more: Form): Promise<Reply<Booking>> =>
  app.call('PUT', `/api/bookings/${_id}`, 'staff', bookingForm({ promoCode, ...more }))
const remove = ({ _id }: Booking) => app.call('DELETE', `/api/bookings/${_id}`, 'staff')
const restore = ({ _id }: Booking): Promise<Reply<Booking>> => app.call('POST', `/api/bookings/${_id}/restoration`, 'staff')
const usesOf = async ({ _id }: Code) =>
  (await app.db.selectFrom('promoCodes').select('uses').where('id', '=', _id).executeTakeFirstOrThrow()).uses

async function several<Body>(count: number, one: () => Promise<Reply<Body>>): Promise<Body[]> {
  const bodies: Body[] = []
  for (let at = 0; at < count; at++) bodies.push((await one()).body)
  return bodies
}

describe('an earlier version of a booking in the trash', () => {
  const restoreVersion = ({ _id }: Booking, version: number): Promise<Reply<Booking>> =>
    app.call('POST', `/api/bookings/${_id}/restoration`, 'staff', { version })

  test('takes a use of its code again when it comes back, because the trash has none', async () => {
    const code = (await makeCode(letters(), { mostUses: 1 })).body
    const booking = (await book(code.code)).body
    await remove(booking)
    assert.equal(await usesOf(code), 0)
    assert.equal((await restoreVersion(booking, 1)).status, 200)
    assert.equal(await usesOf(code), 1)
    await remove(booking)
    await book(code.code)
    assert.equal((await restoreVersion(booking, 1)).status, 409)
    assert.equal(await usesOf(code), 1)
  })

  test('gives nothing back to the code that it had when it was deleted', async () => {
    const [first, second] = [(await makeCode(letters())).body, (await makeCode(letters())).body]
    const booking = (await book(first.code)).body
    await edit({ ...booking, promoCode: second.code }, {})
    await book(second.code)
    await remove(booking)
    assert.deepEqual([await usesOf(first), await usesOf(second)], [0, 1])
    assert.equal((await restoreVersion(booking, 1)).status, 200)
    assert.deepEqual([await usesOf(first), await usesOf(second)], [1, 1])
  })

  test('that is canceled takes no use', async () => {
    const code = (await makeCode(letters())).body
    const booking = (await book(code.code, { status: canceled })).body
    await edit(booking, { status: 1 })
    await remove(booking)
    assert.equal((await restoreVersion(booking, 1)).status, 200)
    assert.equal(await usesOf(code), 0)
  })
})

describe('a promo code', () => {
  test('that is made anew under the same letters is another one: old bookings give it nothing back', async () => {
    const code = letters()
    const old = (await makeCode(code, { mostUses: 3 })).body
    const held = await several(3, () => book(code))
    await removeCode(old)
    const anew = (await makeCode(code, { mostUses: 3 })).body
    await several(3, () => book(code))
    for (const booking of held) assert.equal((await remove(booking)).status, 204)
    assert.deepEqual([await usesOf(old), await usesOf(anew)], [0, 3])
    assert.equal((await book(code)).status, 422)
  })

  test('that is restored counts the bookings that hold it now', async () => {
    const code = letters()
    const promoCode = (await makeCode(code, { mostUses: 2 })).body
    const [first, second] = (await several(2, () => book(code))) as [Booking, Booking]
    await removeCode(promoCode)
    await remove(first)
    await remove(second)
    assert.equal((await restoreCode(promoCode)).body.uses, 0)
    await restore(first)
    assert.equal(await usesOf(promoCode), 1)
    assert.equal((await book(code)).status, 201)
    assert.equal((await book(code)).status, 422)
  })

  test('that was renamed while a canceled booking held it gives it a use again when it is re-activated', async () => {
    const code = letters()
    const promoCode = (await makeCode(code, { mostUses: 1 })).body
    const booking = (await book(code, { status: canceled })).body
    assert.equal((await changeCode(promoCode, { code: `${code}-NEW`, percentage: 20, mostUses: 1 })).status, 200)
    const active: Reply<Booking> = await edit(booking, { status: 0 })
    assert.deepEqual([active.status, active.body.promoCode, active.body.discountPercentage], [200, code, 20])
    assert.equal(await usesOf(promoCode), 1)
    assert.equal((await book(`${code}-NEW`)).status, 422)
  })

  test('that was deleted pays for its booking still, and no other code of these letters does', async () => {
    const code = letters()
    const old = (await makeCode(code)).body
    const booking = (await book(code)).body
    await removeCode(old)
    const anew = (await makeCode(code, { percentage: 50 })).body
    assert.equal((await edit(booking, { fullName: 'Ada Lovelace' })).body.discountPercentage, 20)
    await edit(booking, { status: canceled })
    assert.equal((await edit(booking, { status: 1 })).body.discountPercentage, 20)
    assert.deepEqual([await usesOf(old), await usesOf(anew)], [1, 0])
    await edit(booking, { promoCode: '' })
    assert.equal((await edit(booking, { promoCode: code })).body.discountPercentage, 50)
    assert.deepEqual([await usesOf(old), await usesOf(anew)], [0, 1])
  })

  test('that was deleted is taken again by an earlier version of its booking, and not the one that was made anew', async () => {
    const code = letters()
    const old = (await makeCode(code)).body
    const booking = (await book(code)).body
    await removeCode(old)
    const anew = (await makeCode(code, { percentage: 50 })).body
    const bringBack = (version: number): Promise<Reply<Booking>> =>
      app.call('POST', `/api/bookings/${booking._id}/restoration`, 'staff', { version })
    await edit(booking, { status: canceled })
    assert.deepEqual([await usesOf(old), await usesOf(anew)], [0, 0])
    const back = await bringBack(1)
    assert.deepEqual([back.status, back.body.discountPercentage], [200, 20])
    assert.deepEqual([await usesOf(old), await usesOf(anew)], [1, 0])
    await remove(booking)
    await restore(booking)
    assert.deepEqual([await usesOf(old), await usesOf(anew)], [1, 0])
  })

  test('of letters that several had is, for an earlier version of another booking, the one that was deleted last', async () => {
    const code = letters()
    const first = (await makeCode(code)).body
    const booking = (await book(code)).body
    await edit(booking, { promoCode: '' })
    await removeCode(first)
    const last = (await makeCode(code)).body
    await removeCode(last)
    const back = await app.call('POST', `/api/bookings/${booking._id}/restoration`, 'staff', { version: 1 })
    assert.deepEqual([back.status, await usesOf(first), await usesOf(last)], [200, 0, 1])
  })

  test('that was deleted is guessed like one that never was', async () => {
    const code = letters()
    await removeCode((await makeCode(code)).body)
    const tried = await several(25, async () => {
      const { status } = await app.call('POST', '/api/validate', 'staff', { code })
      return { status, body: status }
    })
    assert.deepEqual([tried[0], tried.at(-1)], [422, 429])
  })

  test('keeps its uses when a booking that holds it is edited, however often', async () => {
    const promoCode = (await makeCode(letters(), { mostUses: 2 })).body
    const booking = (await book(promoCode.code)).body
    for (const fullName of ['One', 'Two', 'Three']) {
      assert.equal((await edit(booking, { fullName })).status, 200)
      assert.equal(await usesOf(promoCode), 1)
    }
    assert.equal((await edit(booking, { status: 1 })).status, 200)
    assert.equal(await usesOf(promoCode), 1)
  })

  test('keeps its uses when it is edited itself, and a booking never makes a new version of it', async () => {
    const promoCode = (await makeCode(letters())).body
    await book(promoCode.code)
    const changed = await changeCode(promoCode, { code: promoCode.code, percentage: 30, mostUses: 9 })
    assert.deepEqual([changed.status, changed.body.uses], [200, 1])
  })
})

test('180 bookings, 60 at once, with one unlimited code over three servers are all stored, and none is told to come back', async (t) => {
  const dataDirs = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'moviebox-test-'))))
  // SQLite allows only one server for a database.
  const others = app.config.databaseUrl ? await Promise.all(dataDirs.map((dataDir) => openProduct({ ...app.config, dataDir }))) : []
  t.after(async () => {
    for (const other of others) await other.close()
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true })
  })
  const promoCode = (await makeCode(letters())).body
  const servers = [app, ...others]
  const send = (guest: number) =>
    servers[guest % servers.length]!.app.inject({
      method: 'POST',
      url: '/api/bookings',
      headers: { authorization: `Bearer ${app.tokens.staff}` },
      payload: bookingForm({ promoCode: promoCode.code, fullName: `Guest ${guest}` }),
    })
  const replies = []
  // More at a time wait for a connection for longer than the 3 s that are allowed, where other programs use the machine.
  for (let first = 0; first < 180; first += 60)
    replies.push(...(await Promise.all(Array.from({ length: 60 }, (_, at) => send(first + at)))))
  const statuses = Map.groupBy(replies, ({ statusCode }) => statusCode)
  assert.deepEqual([...statuses.keys()], [201])
  assert.equal(await usesOf(promoCode), 180)
})

test('a code that is changed, deleted and restored while bookings use it keeps its count', async () => {
  const promoCode = (await makeCode(letters())).body
  const { code } = promoCode
  const replies = await Promise.all([
    ...Array.from({ length: 30 }, () => book(code)),
    ...[30, 40, 50].map((percentage) => changeCode(promoCode, { code, percentage })),
    removeCode(promoCode),
    restoreCode(promoCode),
  ])
  for (const { status } of replies) assert.ok([200, 201, 204, 404, 422, 429].includes(status), `got ${status}`)
  await checkUses()
})

test('two changes of one booking at once: one after the other, and its use is neither spent nor given back twice', async () => {
  const [first, second] = [(await makeCode(letters())).body, (await makeCode(letters())).body]
  for (let round = 0; round < 10; round++) {
    const booking = (await book(first.code)).body
    const replies = await Promise.all([
      edit(booking, { promoCode: second.code }),
      edit(booking, { status: canceled }),
      edit(booking, { promoCode: '' }),
      remove(booking),
      edit(booking, { promoCode: first.code }),
      restore(booking),
    ])
    for (const { status } of replies) assert.ok([200, 204, 404].includes(status), `got ${status}`)
    await checkUses()
  }
})

test('whatever is done to bookings and codes, the uses of a code are the live, not canceled bookings that hold it, and never too many', async () => {
  const random = mulberry32(20_261_122)
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)]!
  const words = ['WALK-A', 'WALK-B', 'WALK-C']
  const codes: Code[] = []
  const bookings: Booking[] = []
  for (const word of words) codes.push((await makeCode(word, { mostUses: 3 })).body)
  const keep = async <Item>(kept: Item[], reply: Promise<Reply<Item>>) => {
    const { status, body } = await reply
    if (status === 201) kept.push(body)
    return { status }
  }
  const someForm = () => ({ promoCode: pick(['', ...words]), status: pick([0, 1, canceled]) })
  const steps = [
    () => keep(bookings, book(pick(words), { status: pick([0, 1, canceled]) })),
    () => keep(bookings, book(pick(words))),
    () => edit(pick(bookings), someForm()),
    // A form that was opened on the booking sends the booking's own letters.
    () => edit(pick(bookings), { status: pick([0, 1, canceled]) }),
    () => remove(pick(bookings)),
    () => restore(pick(bookings)),
    () => restore(pick(bookings)),
    () => keep(codes, makeCode(pick(words), { mostUses: pick([2, 3, 4]), percentage: pick([10, 30]) })),
    // `mostUses` is never lowered: a lower value could be less than the uses that bookings hold.
    () => changeCode(pick(codes), { code: pick(words), percentage: 20, mostUses: 4 }),
    () => removeCode(pick(codes)),
    () => restoreCode(pick(codes)),
  ]
  bookings.push((await book('WALK-A')).body)
  const seen = new Map<number, number>()
  for (let step = 0; step < 120; step++) {
    // Every fourth step makes four calls at the same time.
    await app.db.deleteFrom('attempts').execute()
    const replies = await Promise.all(Array.from({ length: step % 4 === 0 ? 4 : 1 }, () => pick(steps)()))
    for (const { status } of replies) seen.set(status, (seen.get(status) ?? 0) + 1)
    await checkUses(`step ${step}`)
  }
  assert.deepEqual(
    [...seen.keys()].filter((status) => ![200, 201, 204, 404, 409, 422].includes(status)),
    [],
  )
  for (const status of [200, 201, 204, 409, 422]) assert.ok((seen.get(status) ?? 0) > 3, `the walk met ${status} often enough`)
})

/** Counts the uses of every code from the bookings, and compares them with the stored counts. */
async function checkUses(when = '') {
  const codes = await app.db.selectFrom('promoCodes').selectAll().execute()
  const holders = await app.db.selectFrom('bookings').selectAll().where('deletedAt', 'is', null).where('status', '<>', canceled).execute()
  for (const { id, code, uses, mostUses } of codes) {
    assert.equal(uses, holders.filter(({ promoCodeId }) => promoCodeId === id).length, `${code} ${when}`)
    assert.ok(mostUses === null || uses <= mostUses, `${code} has ${uses} of ${mostUses} uses ${when}`)
  }
  for (const { promoCode, promoCodeId, discountPercentage } of holders) {
    assert.deepEqual([promoCodeId !== null, discountPercentage > 0], [promoCode !== '', promoCode !== ''])
  }
}

/** Returns a pseudo-random generator of numbers from 0 to 1 that always yields the same sequence. */
function mulberry32(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
