import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { isToken } from '#contract/token.ts'
import { transact } from '#server/db/transaction.ts'
import { adminPassword, type TestApp, testApp } from '#testing/app.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { endSessionsOf, hash, personOf, startSession } from './sessions.ts'
import { startVerified } from './sign-in.ts'
import { usernameKey, userRecords } from './user-records.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
afterEach(() => app.db.deleteFrom('attempts').execute())

const signIn = (username: unknown, password: unknown) => app.call('POST', '/api/login', 'nobody', { username, password })
const withToken = (token: string) => app.call('GET', '/api/session', 'nobody', undefined, { authorization: `Bearer ${token}` })

describe('signing in', () => {
  test('is refused with one sentence, whether the name or the password is wrong', async () => {
    const replies = [await signIn('admin', 'wrong-password'), await signIn('nobody-of-that-name', 'wrong-password')]
    for (const { status, body } of replies) {
      const { requestId: _, ...refusal } = body as Record<string, string>
      assert.deepEqual([status, refusal], [401, { error: 'Wrong username or password.', code: 'wrong_credentials' }])
    }
  })

  test('hashes as long for a name that does not exist as for a wrong password', async () => {
    const stored = await hashPassword('right-password')
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    // CPU time, in turns, and the least of each: other work of this process hits both.
    for (let i = 0; i < 10; i++) {
      for (const [who, hash] of [
        ['known', stored],
        ['unknown', undefined],
      ] as const) {
        const start = process.cpuUsage()
        assert.equal(await verifyPassword('wrong', hash), false)
        const { user, system } = process.cpuUsage(start)
        fastest[who] = Math.min(fastest[who], (user + system) / 1000)
      }
    }
    const { known, unknown } = fastest
    assert.ok(unknown > known / 2 && unknown < known * 2, `${unknown} ms for no user, ${known} ms for a wrong password`)
  })

  test('needs both fields, as text', async () => {
    for (const body of [{}, { username: 'admin' }, { username: 'admin', password: '' }, { username: ['admin'], password: 'x' }]) {
      const reply = await app.call('POST', '/api/login', 'nobody', body)
      assert.equal(reply.status, 422)
      assert.match((reply.body as { error: string }).error, /required/)
    }
  })

  test('with a name that no name can be is refused like any other wrong one', async () => {
    const { status, body }: { status: number; body: { error: string } } = await signIn('ad\u0000min', 'x')
    assert.deepEqual([status, body.error], [422, 'Wrong username or password.'])
  })

  test('answers tokens of the one shape that the web app keeps, whatever bits they hold', async () => {
    const tokens = await transact(app.db, undefined, async (trx) => {
      const { id } = await trx.selectFrom('users').select('id').executeTakeFirstOrThrow()
      return Promise.all(Array.from({ length: 50 }, () => startSession(trx, id)))
    })
    assert.deepEqual(
      tokens.filter((token) => !isToken(token)),
      [],
    )
    for (const other of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `${'a'.repeat(42)}é`, `${'a'.repeat(42)}\n`])
      assert.equal(isToken(other), false, other)
  })

  test('answers a token that opens the session of that person', async () => {
    const { status, body }: { status: number; body: { token: string } } = await signIn(' ADMIN', adminPassword)
    assert.equal(status, 200)
    const session: Record<string, unknown> = (await withToken(body.token)).body
    assert.deepEqual(
      [session.username, session.isSuperUser, Object.keys(session).sort()],
      ['admin', true, ['_id', 'isSuperUser', 'username']],
    )
  })

  test('is slowed down after five failures, with the time to wait, and lets the right password in afterwards', async () => {
    for (let i = 0; i < 5; i++) assert.equal((await signIn('admin', `wrong-${i}`)).status, 401)
    assert.equal((await signIn('admin', 'wrong-5')).status, 429)
    const slowed = await signIn('admin', adminPassword)
    assert.equal(slowed.status, 429)
    assert.match((slowed.body as { error: string }).error, /^Too many attempts\. Please try again in \d+ seconds?\.$/)
    assert.ok(Number(slowed.headers['retry-after']) >= 1)
    await app.db
      .updateTable('attempts')
      .set({ lastAt: new Date(Date.now() - 61_000).toISOString() })
      .execute()
    assert.equal((await signIn('admin', adminPassword)).status, 200)
    assert.equal((await signIn('admin', 'wrong again')).status, 401, 'the right password forgets the failures')
  })

  test('counts tries that come all at once', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, i) => signIn('admin', `wrong-${i}`).then(({ status }) => status)))
    assert.equal(statuses.filter((status) => status === 401).length, 5)
  })

  test('is not kept from its owner by strangers at another address', async () => {
    for (let i = 0; i < 8; i++) await signIn('admin', `wrong-${i}`)
    const elsewhere = await app.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '10.9.8.7',
      payload: { username: 'admin', password: adminPassword },
    })
    assert.equal(elsewhere.statusCode, 200)
  })

  test('is limited by the real address, not by one that the caller sends', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` }
      statuses.push((await app.call('POST', '/api/login', 'nobody', { username: 'admin', password: 'wrong' }, headers)).status)
    }
    assert.deepEqual(statuses.slice(5), [429, 429])
  })
})

describe('a session', () => {
  const newUser = () =>
    transact(app.db, undefined, async (trx) => {
      const name = `user-${Math.random()}`
      const { _id } = await userRecords.create(
        trx,
        { username: name, usernameKey: usernameKey(name), passwordHash: 'none', isSuperUser: 0, mustChangePassword: 0, lastSignInAt: null },
        undefined,
      )
      return _id
    })
  const start = (userId: string, at = new Date()) => transact(app.db, undefined, (trx) => startSession(trx, userId, at))
  const hoursFrom = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)

  test('ends with signing out, and only that one', async () => {
    const user = await newUser()
    const [here, there] = [await start(user), await start(user)]
    assert.equal((await app.call('POST', '/api/logout', 'nobody', undefined, { authorization: `Bearer ${here}` })).status, 204)
    assert.deepEqual([(await withToken(here)).status, (await withToken(there)).status], [401, 200])
  })

  test('ends after 8 idle hours and after 7 days', async () => {
    const user = await newUser()
    const begin = new Date()
    const token = await start(user, begin)
    assert.ok(await personOf(app.db, token, { now: hoursFrom(begin, 7.9) }))
    assert.ok(await personOf(app.db, token, { now: hoursFrom(begin, 15.8) }), 'using it keeps it alive')
    assert.equal(await personOf(app.db, token, { now: hoursFrom(begin, 24) }), undefined)
    const used = await start(user, begin)
    for (let hours = 7; hours < 168; hours += 7) assert.ok(await personOf(app.db, used, { now: hoursFrom(begin, hours) }))
    assert.equal(await personOf(app.db, used, { now: hoursFrom(begin, 169) }), undefined)
  })

  test('notes its use once a minute, so that reading stays free of writes, and not that of a page by itself', async () => {
    const begin = new Date()
    const token = await start(await newUser(), begin)
    const seconds = (count: number) => new Date(begin.getTime() + count * 1_000)
    const usedAfter = async (count: number, isUse = true) => {
      await personOf(app.db, token, { now: seconds(count), isUse })
      const { usedAt } = await app.db.selectFrom('sessions').select('usedAt').where('tokenHash', '=', hash(token)).executeTakeFirstOrThrow()
      return (Date.parse(usedAt) - begin.getTime()) / 1_000
    }
    assert.deepEqual(
      [await usedAfter(60), await usedAfter(61, false), await usedAfter(61), await usedAfter(121), await usedAfter(122)],
      [0, 0, 61, 61, 122],
    )
  })

  test('ends when its user is deleted, and all at once when a user has several', async () => {
    const user = await newUser()
    const tokens = [await start(user), await start(user)]
    await transact(app.db, undefined, async (trx) => {
      await endSessionsOf(trx, user)
    })
    assert.deepEqual(await Promise.all(tokens.map(async (token) => (await withToken(token)).status)), [401, 401])
    const left = await start(user)
    await transact(app.db, undefined, async (trx) => userRecords.remove(trx, await userRecords.find(trx, user), undefined))
    assert.equal((await withToken(left)).status, 401)
  })

  test('is not opened by a password that was changed, or a user who was deleted, while it was verified', async () => {
    const user = await newUser()
    const verified = await userRecords.find(app.db, user)
    const open = () => transact(app.db, undefined, (trx) => startVerified(trx, verified))
    assert.equal((await withToken(await open())).status, 200, 'the set-up opens one')
    await app.db.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', user).execute()
    await assert.rejects(open, { status: 401 })
    const deleted = { passwordHash: verified.passwordHash, deletedAt: new Date().toISOString() }
    await app.db.updateTable('users').set(deleted).where('id', '=', user).execute()
    await assert.rejects(open, { status: 401 })
  })

  test('is stored as a hash: neither tokens nor passwords lie in the database', async () => {
    const { body }: { body: { token: string } } = await signIn('admin', adminPassword)
    const everything = JSON.stringify([
      await app.db.selectFrom('sessions').selectAll().execute(),
      await app.db.selectFrom('users').selectAll().execute(),
      await app.db.selectFrom('history').selectAll().execute(),
    ])
    assert.equal(everything.includes(body.token), false)
    assert.equal(everything.includes(adminPassword), false)
    assert.match(everything, /\$argon2id\$v=19\$/)
    const history = await app.db.selectFrom('history').selectAll().where('resource', '=', 'users').execute()
    assert.equal(JSON.stringify(history).includes('argon2'), false, 'the history holds no hashes')
  })
})
