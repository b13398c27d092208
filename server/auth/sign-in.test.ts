import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { adminPassword, type TestApp, testApp } from '#testing/app.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
afterEach(async () => {
  for (const table of ['attempts', 'devices'] as const) await app.db.deleteFrom(table).execute()
})

type Body = { token: string; device?: string; code?: string }

async function signIn(remoteAddress: string, username: string, password: string, device?: string) {
  const reply = await app.app.inject({ method: 'POST', url: '/api/login', remoteAddress, payload: { username, password, device } })
  return { status: reply.statusCode, body: reply.json<Body>() }
}
const status = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).status
/** Answered one after the other, with no time in between: a hash takes some, and a busy machine more. */
const statuses = async (count: number, one: (i: number) => Promise<number>) => {
  const answered: number[] = []
  for (let i = 0; i < count; i++) {
    await wait(0)
    answered.push(await one(i))
  }
  return answered
}
const atOnce = async (one: () => Promise<number>) => (await statuses(1, one))[0]
const count = (answered: number[], wanted: number) => answered.filter((each) => each === wanted).length
const wait = (seconds: number) =>
  app.db
    .updateTable('attempts')
    .set({ lastAt: new Date(Date.now() - seconds * 1000).toISOString() })
    .execute()

describe('guessing is slowed down', () => {
  test('however the name is written: Admin, ADMIN and one with something in it that can’t be seen are one', async () => {
    const names = ['Admin', 'ADMIN', ' admin ', 'ａｄｍｉｎ', 'ad\u200bmin', 'admin\u202e']
    const answered = await statuses(names.length, (i) => status('192.0.2.1', names[i]!, 'wrong'))
    assert.deepEqual(answered, [401, 401, 401, 401, 401, 429])
  })

  test('for a whole network of IPv6, and for IPv4 however it is written', async () => {
    assert.deepEqual(await statuses(6, (i) => status(`2001:db8:1:2:${i}::${i}`, 'admin', 'wrong')), [401, 401, 401, 401, 401, 429])
    assert.equal(await status('2001:db8:1:3::1', 'admin', 'wrong'), 401, 'the network beside it')
    const v4 = await statuses(6, (i) => status(i % 2 ? '192.0.2.9' : '::ffff:192.0.2.9', 'admin', 'wrong'))
    assert.deepEqual(v4, [401, 401, 401, 401, 401, 429])
    assert.equal(await status('::ffff:192.0.2.10', 'admin', 'wrong'), 401, 'the address beside it')
  })

  test('for one address and many names after 50', async () => {
    const answered = await statuses(60, (i) => status('192.0.2.1', `name-${i}`, 'wrong'))
    assert.equal(count(answered, 401), 50)
    assert.equal(await status('192.0.2.2', 'name-61', 'wrong'), 401, 'another address')
  })

  test('for one account and many addresses: of 1,000 guesses from 200 of them some twenty are looked at', async () => {
    const answered: number[] = []
    for (let i = 0; i < 1_000; i += 100)
      answered.push(
        ...(await Promise.all(Array.from({ length: 100 }, (_, j) => status(`198.51.100.${(i + j) % 200}`, 'admin', `guess-${i + j}`)))),
      )
    const looked = count(answered, 401)
    assert.equal(count(answered, 429), 1_000 - looked)
    // Two more tries, after one second and after two more: the tries themselves take time.
    assert.ok(looked >= 20 && looked <= 26, `${looked} were looked at`)
  })
})

describe('the owner of an account gets in', () => {
  test('with a browser that they signed in with before, while strangers and colleagues guess', async () => {
    const { device } = (await signIn('192.0.2.1', 'admin', adminPassword, '')).body
    assert.match(device ?? '', /^[\w-]{43}$/)
    await Promise.all(Array.from({ length: 100 }, (_, i) => status(`198.51.100.${i}`, 'admin', 'wrong')))
    await statuses(6, () => status('192.0.2.1', 'admin', 'wrong'))
    assert.equal(await atOnce(() => status('192.0.2.1', 'admin', adminPassword)), 429, 'a browser that nobody knows waits')
    for (const from of ['192.0.2.1', '203.0.113.5']) assert.equal(await status(from, 'admin', adminPassword, device), 200, from)
  })

  test('with such a browser has five free tries of their own', async () => {
    const { device } = (await signIn('192.0.2.1', 'admin', adminPassword, '')).body
    const answered = await statuses(7, (i) => status(`192.0.2.${i}`, 'admin', 'wrong', device))
    assert.deepEqual(answered, [401, 401, 401, 401, 401, 429, 429])
    assert.equal(await status('192.0.2.1', 'admin', adminPassword), 200, 'which count for nothing elsewhere')
    await wait(60)
    assert.equal(await status('192.0.2.1', 'admin', adminPassword, device), 200)
    assert.equal(await status('192.0.2.1', 'admin', 'wrong', device), 401)
  })

  test('at a new browser within a minute', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => status(`198.51.100.${i}`, 'admin', 'wrong')))
    assert.equal(await atOnce(() => status('203.0.113.5', 'admin', adminPassword)), 429)
    await wait(60)
    assert.equal(await status('203.0.113.5', 'admin', adminPassword), 200)
    assert.equal(await status('203.0.113.6', 'admin', adminPassword), 200, 'and renews no wait')
  })
})

describe('an IPv6 site with many networks (a /48)', () => {
  test('guesses 200 times in all, and then waits in a network that it has not used yet', async () => {
    const guess = (network: string, at: number) => status(`2001:db8:${network}::1`, `nobody-${at}`, 'wrong')
    assert.deepEqual(new Set(await statuses(200, (at) => guess(`7:${at % 100}`, at))), new Set([401]))
    assert.equal(await atOnce(() => guess('7:ffff', 200)), 429)
    assert.equal(await guess('8:ffff', 201), 401, 'another site')
  })
})

describe('the mark of a browser', () => {
  test('is given to whoever asks for one, and a client that sends the two fields gets the token alone', async () => {
    assert.deepEqual(Object.keys((await signIn('192.0.2.1', 'admin', adminPassword)).body), ['token'])
    assert.deepEqual(await app.db.selectFrom('devices').selectAll().execute(), [])
    const first = (await signIn('192.0.2.1', 'admin', adminPassword, '')).body.device
    assert.equal((await signIn('192.0.2.1', 'admin', adminPassword, first)).body.device, first, 'is kept')
    assert.notEqual((await signIn('192.0.2.1', 'admin', adminPassword, 'made-up')).body.device, 'made-up')
    const kept = JSON.stringify(await app.db.selectFrom('devices').selectAll().execute())
    assert.ok(!kept.includes(first ?? '') && !kept.includes('made-up'), 'and stored as a hash')
  })

  test('is worth nothing to another account, and nothing after half a year', async () => {
    await app.call('POST', '/api/users', 'super user', { username: 'anna', password: 'a-long-password' })
    const { device } = (await signIn('192.0.2.1', 'anna', 'a-long-password', '')).body
    const guesses = () => statuses(7, () => status('192.0.2.1', 'admin', 'wrong'))
    await guesses()
    assert.equal(await atOnce(() => status('192.0.2.1', 'admin', adminPassword, device)), 429)
    assert.equal((await signIn('192.0.2.2', 'admin', adminPassword, device)).body.device, device, 'two people, one browser')
    assert.equal(await status('192.0.2.1', 'admin', adminPassword, device), 200)

    const longAgo = new Date(Date.now() - 181 * 24 * 3_600_000).toISOString()
    await app.db.updateTable('devices').set({ usedAt: longAgo }).execute()
    await guesses()
    assert.equal(await atOnce(() => status('192.0.2.1', 'admin', adminPassword, device)), 429)
  })

  test('lasts half a year from the latest sign-in with it', async () => {
    const { device } = (await signIn('192.0.2.3', 'admin', adminPassword, '')).body
    const longAgo = new Date(Date.now() - 179 * 24 * 3_600_000).toISOString()
    await app.db.updateTable('devices').set({ usedAt: longAgo }).execute()
    assert.equal((await signIn('192.0.2.3', 'admin', adminPassword, device)).body.device, device)
    const devices = await app.db.selectFrom('devices').select('usedAt').where('usedAt', '>', longAgo).execute()
    assert.equal(devices.length, 1)
  })
})

test('promo codes can’t be guessed by booking any faster than by checking them', async () => {
  await app.call('POST', '/api/branches', 'staff', { name: 'Harbour', address: '1 Quay', googleMapsUrl: 'https://example.com', images: [] })
  for (const code of ['REAL', 'PAUSED'])
    await app.call('POST', '/api/promo-codes', 'staff', { code, percentage: 10, paused: code === 'PAUSED' })
  const booking = { branchName: 'Harbour', date: '2026-11-27', time: '19:30', fullName: 'Ada', phoneNumber: '1' }
  const book = async (promoCode: string) => (await app.call('POST', '/api/bookings', 'staff', { ...booking, promoCode })).status
  const check = async (code: string) => (await app.call('POST', '/api/validate', 'staff', { code })).status

  assert.deepEqual(new Set(await statuses(30, () => book('PAUSED'))), new Set([422]), 'a code that exists is no guess')
  const { body: made }: { body: { _id: string } } = await app.call('POST', '/api/bookings', 'staff', { ...booking, promoCode: '' })
  const edit = (promoCode: string) => app.call('PUT', `/api/bookings/${made._id}`, 'staff', { ...booking, promoCode })
  const answered = await statuses(21, async (i) =>
    i % 3 === 0 ? check(`X${i}`) : i % 3 === 1 ? book(`X${i}`) : (await edit(`X${i}`)).status,
  )
  assert.deepEqual(answered.slice(19), [422, 429])
  const right = [() => book('REAL'), () => check('REAL'), async () => (await edit('REAL')).status]
  assert.deepEqual(await statuses(3, (i) => right[i]!()), [429, 429, 429], 'a right one waits too')
  assert.equal(await book(''), 201, 'and a booking without a code does not')
  await wait(30)
  assert.equal(await book('REAL'), 201)
  // A clerk with a typo in ten.
  assert.deepEqual(new Set(await statuses(300, (i) => check(i % 10 === 0 ? `TYPO${i}` : 'REAL'))), new Set([422, 200]))
})

describe('each limit has so many free tries, and a longest wait in seconds:', () => {
  type Try = () => Promise<{ statusCode: number; headers: Record<string, unknown> }>
  const tryToSignIn = (remoteAddress: string, device?: string): Promise<{ statusCode: number; headers: Record<string, unknown> }> =>
    app.app.inject({ method: 'POST', url: '/api/login', remoteAddress, payload: { username: 'admin', password: 'wrong', device } })
  const tryCode: Try = () =>
    app.app.inject({
      method: 'POST',
      url: '/api/validate',
      headers: { authorization: `Bearer ${app.tokens.staff}` },
      payload: { code: 'NONE' },
    })

  /** Sets what one limit has counted, and what the others have. A time ahead keeps failures from fading meanwhile. */
  async function count(key: string, failures: number) {
    const lastAt = new Date(Date.now() + 600_000).toISOString()
    await app.db.updateTable('attempts').set({ failures: 0, lastAt }).execute()
    await app.db.updateTable('attempts').set({ failures }).where('key', '=', key).execute()
  }

  async function limitsOf(one: Try): Promise<[free: number, longest: number][]> {
    await one()
    const keys = (await app.db.selectFrom('attempts').select('key').execute()).map(({ key }) => key)
    const limits: [number, number][] = []
    for (const key of keys) {
      const waitsAfter = async (failures: number) => {
        await count(key, failures)
        return (await one()).statusCode === 429
      }
      let free = 0
      for (const each of [5, 20, 50, 100, 200]) if (free === 0 && (await waitsAfter(each)) && !(await waitsAfter(each - 1))) free = each
      await count(key, 1_000)
      limits.push([free, Number((await one()).headers['retry-after'])])
    }
    return limits.sort(([first], [second]) => first - second)
  }

  for (const [what, one, limits] of [
    [
      'of a network for a name, of a name, of a network, and of a site',
      () => tryToSignIn('2001:db8:1:2::1'),
      [
        [5, 60],
        [20, 60],
        [50, 60],
        [200, 60],
      ],
    ],
    [
      'the same without a site where there is none',
      () => tryToSignIn('192.0.2.1'),
      [
        [5, 60],
        [20, 60],
        [50, 60],
      ],
    ],
    [
      'of a user who guesses promo codes, and of a network',
      tryCode,
      [
        [20, 30],
        [100, 30],
      ],
    ],
  ] as [string, Try, [number, number][]][])
    test(what, async () => assert.deepEqual(await limitsOf(one), limits))

  test('of a browser that is known', async () => {
    const { body } = await signIn('192.0.2.1', 'admin', adminPassword, '')
    assert.deepEqual(await limitsOf(() => tryToSignIn('192.0.2.1', body.device)), [[5, 60]])
  })
})
