import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '#server/db/ids.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'
import { browserName } from './browser-name.ts'
import { forgetOldDevices } from './devices.ts'
import { forgetOverSessions, hash, personOf, sessionsOf, startSession, stillOpen } from './sessions.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Shown = { _id: string; address: string; browser: string; createdAt: string; usedAt: string; isCurrent: boolean }
type Refusal = { error: string; code: string; fields: Record<string, string> }

const password = 'a-long-enough-password'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
let made = 0

async function newUser(): Promise<{ _id: string; username: string }> {
  const { status, body } = await app.call('POST', '/api/users', 'super user', { username: `user-${++made}`, password })
  assert.equal(status, 201)
  await ownPasswords(app)
  return body
}

async function signIn(username: string, secret = password, remoteAddress = '192.0.2.1', userAgent = firefox) {
  const headers = { 'user-agent': userAgent }
  const reply = await app.app.inject({ method: 'POST', url: '/api/login', remoteAddress, headers, payload: { username, password: secret } })
  return { status: reply.statusCode, headers: { authorization: `Bearer ${reply.json<{ token: string }>().token}` } }
}

type Headers = Record<string, string>
const as = (
  headers: Headers,
  method: 'GET' | 'PUT' | 'DELETE' | 'POST',
  url: string,
  body?: unknown,
): Promise<{ status: number; body: never }> => app.call(method, url, 'nobody', body, headers)
const listed = async (headers: Headers, of = '') => (await as(headers, 'GET', `/api/sessions${of}`)).body as Shown[]
const isSignedIn = async (headers: Headers) => (await as(headers, 'GET', '/api/session')).status === 200
const superUser = () => ({ authorization: `Bearer ${app.tokens['super user']}` })

test('a session is over after eight hours without use and seven days after its start, wherever that is asked', async () => {
  const { _id: userId } = await newUser()
  const [minute, hour] = [60_000, 3_600_000]
  const now = Date.now()
  const token = await app.db.transaction().execute((trx) => startSession(trx, userId))
  const which = app.db.updateTable('sessions').where('tokenHash', '=', hash(token))
  for (const [used, created, isOpen] of [
    [8 * hour - minute, 24 * hour, true],
    [8 * hour + minute, 24 * hour, false],
    [0, 7 * 24 * hour - minute / 2, true],
    [0, 7 * 24 * hour + minute, false],
  ] as const) {
    const ago = (time: number) => new Date(now - time).toISOString()
    await which.set({ usedAt: ago(used), createdAt: ago(created) }).execute()
    const found = await personOf(app.db, token, { now: new Date(now), isUse: false })
    const told = `unused for ${used}, begun ${created} ms ago`
    assert.equal(found?.person._id, isOpen ? userId : undefined, told)
    assert.ok(!found || found.until <= now - created + 7 * 24 * hour, `it is not kept in mind beyond its end: ${told}`)
    assert.equal((await stillOpen(app.db, [hash(token)], now)).has(hash(token)), isOpen, told)
    assert.equal((await sessionsOf(app.db, userId, token, now)).length, isOpen ? 1 : 0, told)
    await forgetOverSessions(app.db, now)
    assert.equal((await app.db.selectFrom('sessions').select('id').where('userId', '=', userId).execute()).length, isOpen ? 1 : 0, told)
    if (!isOpen)
      await app.db
        .insertInto('sessions')
        .values({ id: newId(), tokenHash: hash(token), userId, createdAt: ago(0), usedAt: ago(0), address: '', browser: 'x' })
        .execute()
  }
})

describe('a person', () => {
  test('sees where they are signed in, from where, with what, and since when', async () => {
    const { username } = await newUser()
    const begin = new Date().toISOString()
    await signIn(username, password, '203.0.113.7:5001', 'curl/8.9.1')
    const { headers } = await signIn(username)
    const shown = await listed(headers)
    assert.deepEqual(
      shown.map(({ address, browser, isCurrent }) => [address, browser, isCurrent]),
      [
        ['192.0.2.1', 'Firefox on Windows', true],
        ['203.0.113.7', 'curl', false],
      ],
    )
    for (const session of shown) {
      assert.deepEqual(Object.keys(session).sort(), ['_id', 'address', 'browser', 'createdAt', 'isCurrent', 'usedAt'])
      assert.ok(session.createdAt >= begin && session.usedAt >= session.createdAt)
    }
  })

  test('sees the sessions that are alive, latest use first, and no others', async () => {
    const { _id, username } = await newUser()
    const [first, second] = [await signIn(username), await signIn(username)]
    await newUser().then((other) => signIn(other.username))
    const ids = (await listed(first.headers)).map(({ _id }) => _id)
    assert.equal(ids.length, 2)
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    await app.db
      .updateTable('sessions')
      .set({ usedAt: ago(1) })
      .where('id', '=', ids[0]!)
      .execute()
    assert.deepEqual(
      (await listed(first.headers)).map(({ _id }) => _id),
      [ids[1], ids[0]],
    )
    for (const over of [{ usedAt: ago(8.1) }, { createdAt: ago(168.1) }]) {
      await app.db
        .updateTable('sessions')
        .set({ createdAt: ago(1), usedAt: ago(0), ...over })
        .where('id', '=', ids[0]!)
        .execute()
      assert.deepEqual(
        (await listed(superUser(), `?user=${_id}`)).map(({ _id }) => _id),
        [ids[1]],
      )
    }
    assert.ok(second.headers)
  })

  test('sees a hundred of them at most, the latest', async () => {
    const { id: userId } = await app.db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
    const ids = Array.from({ length: 101 }, (_, at) => `of many ${at}`)
    const used = (at: number) => new Date(Date.now() - 1_000_000 + at * 1_000).toISOString()
    const rows = ids.map((id, at) => ({ id, tokenHash: id, userId, createdAt: used(at), usedAt: used(at), address: '', browser: 'x' }))
    await app.db.insertInto('sessions').values(rows).execute()
    const { body }: { body: { _id: string }[] } = await app.call('GET', '/api/sessions', 'super user')
    await app.db.deleteFrom('sessions').where('id', 'in', ids).execute()
    assert.deepEqual(
      [body.length, body[0]?._id === ids[100] || body[1]?._id === ids[100], body.some(({ _id }) => _id === ids[0])],
      [100, true, false],
    )
  })

  test('ends one of them, and nobody else’s', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    const [here, there, stranger] = [await signIn(mine.username), await signIn(mine.username), await signIn(theirs.username)]
    const other = (await listed(here.headers)).find(({ isCurrent }) => !isCurrent)!
    assert.equal((await as(stranger.headers, 'DELETE', `/api/sessions/${other._id}`)).status, 404)
    assert.equal(await isSignedIn(there.headers), true)
    assert.equal((await as(here.headers, 'DELETE', `/api/sessions/${other._id}`)).status, 204)
    assert.deepEqual([await isSignedIn(here.headers), await isSignedIn(there.headers)], [true, false])
    assert.equal((await as(here.headers, 'DELETE', `/api/sessions/${other._id}`)).status, 404)
  })

  test('signs out everywhere else at once', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    const [here, there, stranger] = [await signIn(mine.username), await signIn(mine.username), await signIn(theirs.username)]
    assert.equal((await as(here.headers, 'DELETE', '/api/sessions')).status, 204)
    assert.deepEqual(await Promise.all([here, there, stranger].map(({ headers }) => isSignedIn(headers))), [true, false, true])
  })

  test('who is no super user neither sees nor ends what others have', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    const [here, stranger] = [await signIn(mine.username), await signIn(theirs.username)]
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await as(here.headers, method, `/api/sessions?user=${theirs._id}`)).status, 403)
    assert.equal((await as(here.headers, 'GET', `/api/sessions?user=${mine._id}`)).status, 200)
    assert.equal(await isSignedIn(stranger.headers), true)
    assert.equal((await as(here.headers, 'PUT', `/api/users/${theirs._id}/password`, { password })).status, 403)
  })
})

describe('a super user', () => {
  test('sees and ends everybody’s sessions', async () => {
    const user = await newUser()
    const sessions = [await signIn(user.username), await signIn(user.username), await signIn(user.username)]
    const [one] = await listed(superUser(), `?user=${user._id}`)
    assert.equal((await as(superUser(), 'DELETE', `/api/sessions/${one!._id}`)).status, 204)
    assert.equal((await listed(superUser(), `?user=${user._id}`)).length, 2)
    assert.equal((await as(superUser(), 'DELETE', `/api/sessions?user=${user._id}`)).status, 204)
    assert.deepEqual(await Promise.all(sessions.map(({ headers }) => isSignedIn(headers))), [false, false, false])
    assert.equal(await isSignedIn(superUser()), true)
    const nobody = '01900000-0000-7000-8000-000000000000'
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await as(superUser(), method, `/api/sessions?user=${nobody}`)).status, 404)
  })

  test('gives somebody a new first password: their sessions end, and with it they may choose another and nothing else', async () => {
    const user = await newUser()
    const before = await signIn(user.username)
    const given = 'given-by-the-boss'
    const { status, body }: { status: number; body: Record<string, unknown> } = await as(
      superUser(),
      'PUT',
      `/api/users/${user._id}/password`,
      { password: given },
    )
    assert.deepEqual([status, body.version, 'passwordHash' in body], [200, 2, false])
    assert.equal(await isSignedIn(before.headers), false)
    assert.equal((await signIn(user.username)).status, 401)

    const { headers } = await signIn(user.username, given)
    assert.equal(((await as(headers, 'GET', '/api/session')).body as { mustChangePassword?: true }).mustChangePassword, true)
    for (const [method, url, content] of [
      ['GET', '/api/users', undefined],
      ['GET', '/api/bookings', undefined],
      ['GET', '/api/sessions', undefined],
      ['DELETE', '/api/sessions', undefined],
      ['POST', '/api/movies', {}],
      ['POST', '/api/validate', {}],
    ] as const) {
      const refused: { status: number; body: Refusal } = await as(headers, method, url, content)
      assert.deepEqual([refused.status, refused.body.code], [403, 'password_change_required'], `${method} ${url}`)
    }

    const change = (newPassword: string) => as(headers, 'PUT', '/api/session/password', { currentPassword: given, newPassword })
    const same: { status: number; body: Refusal } = await change(given)
    assert.deepEqual([same.status, Object.keys(same.body.fields)], [422, ['newPassword']])
    const changed: { status: number; body: { token: string } } = await change('chosen-by-myself')
    const own = { authorization: `Bearer ${changed.body.token}` }
    assert.equal((await as(own, 'GET', '/api/users')).status, 200)
    assert.deepEqual(Object.keys((await as(own, 'GET', '/api/session')).body).sort(), ['_id', 'isSuperUser', 'username'])
    assert.equal((await as((await signIn(user.username, 'chosen-by-myself')).headers, 'GET', '/api/users')).status, 200)
  })

  test('who has to choose a password first is no super user until then, and may sign out', async () => {
    const { _id, username } = await newUser()
    await app.db.updateTable('users').set({ isSuperUser: 1, mustChangePassword: 1 }).where('id', '=', _id).execute()
    const { headers } = await signIn(username)
    const refused: { status: number; body: Refusal } = await as(headers, 'POST', '/api/users', { username: 'made', password })
    assert.deepEqual([refused.status, refused.body.code], [403, 'password_change_required'])
    assert.equal((await as(headers, 'POST', '/api/logout')).status, 204)
    assert.equal(await isSignedIn(headers), false)
    await app.db.updateTable('users').set({ isSuperUser: 0 }).where('id', '=', _id).execute()
  })

  test('changes the own password only with the one there is, and gives none to who was changed meanwhile or is not there', async () => {
    const { body: own }: { body: { _id: string } } = await as(superUser(), 'GET', '/api/session')
    const mine: { status: number; body: Refusal } = await as(superUser(), 'PUT', `/api/users/${own._id}/password`, { password })
    assert.deepEqual([mine.status, mine.body.code], [409, 'own_account'])
    const { _id } = await newUser()
    assert.equal((await as({ ...superUser(), 'if-match': '"7"' }, 'PUT', `/api/users/${_id}/password`, { password })).status, 412)
    assert.equal((await as(superUser(), 'PUT', '/api/users/01900000-0000-7000-8000-000000000000/password', { password })).status, 404)
    assert.equal((await as(superUser(), 'PUT', `/api/users/${_id}/password`, { password: 'short' })).status, 422)
  })

  test('deletes nobody who was changed meanwhile', async () => {
    const { _id } = await newUser()
    assert.equal((await as({ ...superUser(), 'if-match': '"2"' }, 'DELETE', `/api/users/${_id}`)).status, 412)
    assert.equal((await as({ ...superUser(), 'if-match': '"1"' }, 'DELETE', `/api/users/${_id}`)).status, 204)
  })
})

test('a session’s id opens nothing, and neither its token nor the hash of it is shown', async () => {
  const { username } = await newUser()
  const { headers } = await signIn(username)
  const shown = await listed(headers)
  assert.equal(await isSignedIn({ authorization: `Bearer ${shown[0]!._id}` }), false)
  const { tokenHash } = await app.db.selectFrom('sessions').selectAll().where('id', '=', shown[0]!._id).executeTakeFirstOrThrow()
  assert.match(tokenHash, /^[0-9a-f]{64}$/)
  assert.equal(await isSignedIn({ authorization: `Bearer ${tokenHash}` }), false)
  assert.doesNotMatch(JSON.stringify(shown), new RegExp(`${tokenHash}|${headers.authorization.slice(7)}`))
})

test('the housekeeping forgets what is over, and nothing else', async () => {
  const { _id, username } = await newUser()
  const tokens = [await signIn(username), await signIn(username), await signIn(username)]
  const [idle, old] = await listed(superUser(), `?user=${_id}`)
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  await app.db
    .updateTable('sessions')
    .set({ usedAt: ago(0.34) })
    .where('id', '=', idle!._id)
    .execute()
  await app.db
    .updateTable('sessions')
    .set({ createdAt: ago(7.01) })
    .where('id', '=', old!._id)
    .execute()
  const device = (usedAt: string) => app.db.insertInto('devices').values({ markHash: usedAt, userId: _id, usedAt }).execute()
  await device(ago(181))
  await device(ago(179))
  await forgetOverSessions(app.db)
  await forgetOldDevices(app.db)
  const left = await app.db.selectFrom('sessions').select('id').where('userId', '=', _id).execute()
  assert.equal(left.length, 1)
  assert.equal((await app.db.selectFrom('devices').selectAll().execute()).length, 1)
  assert.deepEqual((await Promise.all(tokens.map(({ headers }) => isSignedIn(headers)))).filter(Boolean), [true])
})

test('a browser is called what a person calls it', () => {
  const named = {
    [firefox]: 'Firefox on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15':
      'Safari on macOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
      'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1':
      'Chrome on iPhone',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36': 'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36':
      'Samsung Internet on Android',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0':
      'Edge on Windows',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 OPR/127.0.0.0': 'Opera on Linux',
    'curl/8.9.1': 'curl',
    'Mozilla/5.0 (X11; Linux x86_64)': 'Unknown browser on Linux',
    '<script>alert(1)</script>': 'Unknown browser',
    [`a${'b'.repeat(500)}`]: `a${'b'.repeat(29)}`,
    '': 'Unknown browser',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(named).map((agent) => [agent, browserName(agent)])), named)
  assert.equal(browserName(undefined), 'Unknown browser')
})
