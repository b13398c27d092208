import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { sampleOf, samples } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Item = { _id: string; version: number }
type Reply<Body = Item> = { status: number; body: Body }
type Refused = { code: string; error: string; fields: Record<string, string>; current: Item }

const add = async <Body extends Item>(name: string, more: object = {}): Promise<Body> =>
  (await app.call('POST', `/api/${name}`, 'staff', { ...(await sampleOf(name).body(app)), ...more })).body as Body
const remove = (name: string, { _id }: Item) => app.call('DELETE', `/api/${name}/${_id}`, 'super user')
const restore = <Body = Item>(name: string, { _id }: Item, body?: object, version?: number): Promise<Reply<Body>> =>
  app.call('POST', `/api/${name}/${_id}/restoration`, 'super user', body, version === undefined ? {} : { 'if-match': `"${version}"` })
const versionsOf = async ({ _id }: Item) =>
  (await app.db.selectFrom('history').select(['action', 'version']).where('recordId', '=', _id).orderBy('version').execute()).map(
    ({ action, version }) => `${version} ${action}`,
  )

for (const { name } of samples)
  test(`one of the ${name} is restored as it was expected in the trash, and no other version of it`, async () => {
    const one = await add(name)
    await remove(name, one)
    const early: Reply<Refused> = await restore(name, one, undefined, 1)
    assert.deepEqual([early.status, early.body.code, early.body.current.version], [412, 'stale', 2])
    assert.equal((await restore(name, one, undefined, 2)).status, 200)
    const again: Reply<Refused> = await restore(name, one, undefined, 2)
    assert.deepEqual([again.status, again.body.code, again.body.current.version], [412, 'stale', 3], 'it is back already')
    assert.deepEqual(await versionsOf(one), ['1 create', '2 delete', '3 restore'])
  })

describe('a promo code whose letters were taken meanwhile', () => {
  type Code = Item & { code: string; uses: number }

  async function taken(): Promise<Code> {
    const one = await add<Code>('promo-codes')
    await remove('promo-codes', one)
    await add('promo-codes', { code: one.code })
    return one
  }

  test('is restored under others, in one step', async () => {
    const one = await taken()
    const { status, body } = await restore<Code>('promo-codes', one, { instead: { code: ` ${one.code.toLowerCase()}-b ` } }, 2)
    assert.deepEqual([status, body.code, body.version], [200, `${one.code}-B`, 3])
    assert.deepEqual(await versionsOf(one), ['1 create', '2 delete', '3 restore'])
    const found: Reply<Code[]> = await app.call('GET', `/api/promo-codes?q=${one.code}-B`, 'staff')
    assert.deepEqual(
      found.body.map(({ _id }) => _id),
      [one._id],
    )
  })

  test('stays in the trash where those are taken too, or are none', async () => {
    const one = await taken()
    const { code: other } = await add<Code>('promo-codes')
    for (const [instead, status] of [
      [undefined, 409],
      [{}, 409],
      [{ code: other }, 409],
      [{ code: '' }, 422],
      [{ code: 'TWO WORDS' }, 422],
    ] as const)
      assert.equal((await restore('promo-codes', one, { instead })).status, status, JSON.stringify(instead))
    const version = await restore<Refused>('promo-codes', one, { version: 1 })
    assert.deepEqual([version.status, version.body.code], [409, 'taken'], 'also in its earlier version')
    const { body } = await restore<Refused>('promo-codes', one, { instead: { code: 'TWO WORDS' } })
    assert.deepEqual(body.fields, { 'instead.code': 'A promo code can contain only letters, digits, - and _.' })
    assert.deepEqual(await versionsOf(one), ['1 create', '2 delete'])
  })

  test('keeps them where bookings hold it', async () => {
    const one = await add<Code>('promo-codes')
    await add('bookings', { promoCode: one.code })
    await remove('promo-codes', one)
    await add('promo-codes', { code: one.code })
    const { status, body } = await restore<Refused>('promo-codes', one, { instead: { code: `${one.code}-C` } })
    assert.deepEqual([status, body.code], [409, 'in_use'])
    assert.deepEqual(await versionsOf(one), ['1 create', '2 delete'])
  })
})

describe('a user whose name was taken meanwhile', () => {
  const password = 'a-long-enough-password'
  const addUser = async (username: string): Promise<Item> =>
    (await app.call('POST', '/api/users', 'super user', { username, password })).body as Item

  test('is restored under another, and signs in with it', async () => {
    const one = await addUser('doppelganger')
    await remove('users', one)
    await addUser('Doppelganger')
    const refused: Reply<Refused> = await restore('users', one)
    assert.deepEqual([refused.status, refused.body.code, Object.keys(refused.body.fields)], [409, 'taken', ['username']])
    const again: Reply<Refused> = await restore('users', one, { instead: { username: 'DOPPELGANGER' } })
    assert.deepEqual([again.status, again.body.code], [409, 'taken'])
    assert.equal((await restore('users', one, { instead: { username: ' ' } })).status, 422)
    const { status, body } = await restore<Item & { username: string }>('users', one, { instead: { username: 'Doris' } }, 2)
    assert.deepEqual([status, body.username, body.version], [200, 'Doris', 3])
    assert.equal((await app.call('POST', '/api/login', 'nobody', { username: 'doris', password })).status, 200)
  })
})

describe('a booking whose promo code was used up meanwhile', () => {
  type Booking = Item & { promoCode: string; discountPercentage: number }
  const usesOf = async ({ _id }: Item) => ((await app.call('GET', `/api/promo-codes/${_id}`, 'staff')).body as { uses: number }).uses

  test('is restored without it, and takes no use of it then or later', async () => {
    const code = await add<Item & { code: string }>('promo-codes', { mostUses: 1 })
    const one = await add<Booking>('bookings', { promoCode: code.code })
    await remove('bookings', one)
    await add('bookings', { promoCode: code.code })
    const refused: Reply<Refused> = await restore('bookings', one)
    assert.deepEqual([refused.status, refused.body.code, Object.keys(refused.body.fields)], [409, 'used_up', ['promoCode']])
    assert.equal((await restore('bookings', one, { instead: { promoCode: 'ANOTHER' } })).status, 422)
    const both = await restore<Refused>('bookings', one, { version: 1, instead: { promoCode: '' } })
    assert.deepEqual([both.status, both.body.error], [422, 'Send either `instead` or `version`, not both.'])
    const { status, body } = await restore<Booking>('bookings', one, { instead: { promoCode: '' } }, 2)
    assert.deepEqual([status, body.promoCode, body.discountPercentage, await usesOf(code)], [200, '', 0, 1])
    await remove('bookings', one)
    assert.equal(await usesOf(code), 1)
  })

  test('comes back as a version that had none, in one step, with no use of it', async () => {
    const code = await add<Item & { code: string }>('promo-codes', { mostUses: 1 })
    const one = await add<Booking>('bookings', { promoCode: '' })
    const path = `/api/bookings/${one._id}`
    await app.call('PUT', path, 'staff', { ...(await sampleOf('bookings').body(app)), promoCode: code.code })
    await remove('bookings', one)
    await add('bookings', { promoCode: code.code })
    assert.equal((await restore('bookings', one, { version: 2 })).status, 409)
    const { status, body } = await restore<Booking>('bookings', one, { version: 1 }, 3)
    assert.deepEqual([status, body.promoCode, body.discountPercentage, await usesOf(code)], [200, '', 0, 1])
    assert.deepEqual(await versionsOf(one), ['1 create', '2 update', '3 delete', '4 restore'])
  })

  test('counts the use of the version that comes back, and no other', async () => {
    const [first, second] = [await add<Item & { code: string }>('promo-codes'), await add<Item & { code: string }>('promo-codes')]
    const one = await add<Booking>('bookings', { promoCode: first.code })
    await app.call('PUT', `/api/bookings/${one._id}`, 'staff', { ...(await sampleOf('bookings').body(app)), promoCode: second.code })
    await remove('bookings', one)
    assert.deepEqual([await usesOf(first), await usesOf(second)], [0, 0])
    assert.equal((await restore('bookings', one, { version: 1 })).status, 200)
    assert.deepEqual([await usesOf(first), await usesOf(second)], [1, 0])
  })
})

test('a promo code comes back under letters of before where those that it had last were taken meanwhile', async () => {
  const one = await add<Item & { code: string }>('promo-codes')
  const path = `/api/promo-codes/${one._id}`
  await app.call('PUT', path, 'staff', { ...(await sampleOf('promo-codes').body(app)), code: `${one.code}-LAST` })
  await remove('promo-codes', one)
  await add('promo-codes', { code: `${one.code}-LAST` })
  assert.equal((await restore('promo-codes', one)).status, 409)
  const { status, body } = await restore<Item & { code: string }>('promo-codes', one, { version: 1 }, 3)
  assert.deepEqual([status, body.code, body.version], [200, one.code, 4])
})
