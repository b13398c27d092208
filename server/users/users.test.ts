import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { requireOtherSuperUser } from '#server/auth/user-records.ts'
import { transact } from '#server/db/transaction.ts'
import { adminPassword, type TestApp, testApp } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type User = { _id: string; username: string; isSuperUser: boolean }
type Refusal = { error: string; code: string; fields: Record<string, string> }

const password = 'a-long-enough-password'
const add = (username: unknown, more: Record<string, unknown> = {}) =>
  app.call('POST', '/api/users', 'super user', { username, password, ...more })
const added = async (username: string, more?: Record<string, unknown>): Promise<User> => {
  const { status, body } = await add(username, more)
  assert.equal(status, 201, JSON.stringify(body))
  await ownPasswords(app)
  return body
}
const signIn = (username: string, secret = password) => app.call('POST', '/api/login', 'nobody', { username, password: secret })
const tokenOf = async (username: string) => ({ authorization: `Bearer ${((await signIn(username)).body as { token: string }).token}` })
const me = async (headers: Record<string, string>) => app.call('GET', '/api/session', 'nobody', undefined, headers)

describe('creating a user', () => {
  test('is refused to a regular user with 403 and a sentence', async () => {
    const { status, body }: { status: number; body: Refusal } = await app.call('POST', '/api/users', 'staff', { username: 'x', password })
    assert.deepEqual([status, body.error], [403, 'Only super users can do this.'])
  })

  for (const [what, given, field] of [
    ['without a name', { username: ' ', password }, 'username'],
    ['without a password', { username: 'anna' }, 'password'],
    ['with a short password', { username: 'anna', password: '1234567' }, 'password'],
    ['with a password of 201 characters', { username: 'anna', password: 'x'.repeat(201) }, 'password'],
    ['with a flag that is no flag', { username: 'anna', password, isSuperUser: 'yes' }, 'isSuperUser'],
  ] as const) {
    test(`${what} is refused with 422 on ${field}`, async () => {
      const { status, body }: { status: number; body: Refusal } = await app.call('POST', '/api/users', 'super user', given)
      assert.equal(status, 422)
      assert.match(body.fields[field] ?? '', /\.$/)
    })
  }

  test('gives them a password for the first sign-in alone: they must choose another', async () => {
    assert.equal((await add('fresh')).status, 201)
    const headers = await tokenOf('fresh')
    assert.equal(((await me(headers)).body as { mustChangePassword?: true }).mustChangePassword, true)
    const list = (as: Record<string, string>) => app.call('GET', '/api/bookings', 'nobody', undefined, as)
    assert.deepEqual([(await list(headers)).status, ((await list(headers)).body as Refusal).code], [403, 'password_change_required'])
    const change = (newPassword: string) =>
      app.call('PUT', '/api/session/password', 'nobody', { currentPassword: password, newPassword }, headers)
    assert.equal((await change(password)).status, 422, 'not the same again')
    const { token } = (await change('chosen-by-myself')).body as { token: string }
    assert.equal((await list({ authorization: `Bearer ${token}` })).status, 200)
  })

  test('is not what made the first user, who chose a password in the settings', async () => {
    const { token } = (await signIn('admin', adminPassword)).body as { token: string }
    const { body }: { body: object } = await me({ authorization: `Bearer ${token}` })
    assert.ok(!('mustChangePassword' in body))
  })

  test('of a name that somebody has is refused with 409 on the name, however it is written', async () => {
    await added('Berta')
    for (const name of ['Berta', 'berta', ' BERTA ', 'Ｂerta']) {
      const { status, body }: { status: number; body: Refusal } = await add(name)
      assert.deepEqual([status, body.fields], [409, { username: 'A user with this name already exists.' }], name)
    }
  })

  test('twice at once gives one user', async () => {
    const statuses = (await Promise.all([add('Carla'), add('carla'), add('CARLA')])).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, 409, 409])
  })

  test('lets that person sign in, and shows no password anywhere', async () => {
    const user = await added('dora', { isSuperUser: true })
    assert.equal((await signIn('Dora')).status, 200)
    const all = (await app.call('GET', '/api/users', 'staff')).body as (User & { lastSignInAt: string })[]
    const listed = all.find(({ _id }) => _id === user._id)
    assert.deepEqual(listed, { ...user, lastSignInAt: listed?.lastSignInAt })
    assert.deepEqual(Object.keys(user).sort(), ['_id', 'createdAt', 'isSuperUser', 'lastSignInAt', 'updatedAt', 'username', 'version'])
  })
})

describe('deleting a user', () => {
  test('is refused to a regular user, for oneself, and for somebody who is not there', async () => {
    const { body: admin }: { body: User } = await app.call('GET', '/api/session', 'super user')
    assert.equal((await app.call('DELETE', `/api/users/${admin._id}`, 'staff')).status, 403)
    const own: { status: number; body: Refusal } = await app.call('DELETE', `/api/users/${admin._id}`, 'super user')
    assert.deepEqual([own.status, own.body.code], [409, 'own_account'])
    assert.equal((await app.call('DELETE', '/api/users/01900000-0000-7000-8000-000000000000', 'super user')).status, 404)
  })

  test('ends their sessions and frees the name; restoring brings them back with their password', async () => {
    const user = await added('emil')
    const headers = await tokenOf('emil')
    assert.equal((await app.call('DELETE', `/api/users/${user._id}`, 'super user')).status, 204)
    assert.equal((await me(headers)).status, 401)
    assert.equal((await signIn('emil')).status, 401)
    const successor = await added('Emil')
    const taken: { status: number; body: Refusal } = await app.call('POST', `/api/users/${user._id}/restoration`, 'super user')
    assert.deepEqual([taken.status, taken.body.code], [409, 'taken'])
    await app.call('DELETE', `/api/users/${successor._id}`, 'super user')
    assert.equal((await app.call('POST', `/api/users/${user._id}/restoration`, 'super user')).status, 200)
    assert.equal((await me(headers)).status, 401, 'old sessions stay ended')
    assert.equal((await signIn('emil')).status, 200)
  })

  test('by the last two super users of each other at once: one wins, twenty rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const all: User[] = (await app.call('GET', '/api/users', 'super user')).body
      const { _id: own }: User = (await app.call('GET', '/api/session', 'super user')).body
      for (const user of all) if (user.isSuperUser && user._id !== own) await app.call('DELETE', `/api/users/${user._id}`, 'super user')
      const rival = await added(`rival-${round}`, { isSuperUser: true })
      const rivalToken = await tokenOf(`rival-${round}`)
      const statuses = await Promise.all([
        app.call('DELETE', `/api/users/${rival._id}`, 'super user').then(({ status }) => status),
        app.call('DELETE', `/api/users/${own}`, 'nobody', undefined, rivalToken).then(({ status }) => status),
      ])
      assert.equal(statuses.filter((status) => status === 204).length, 1, statuses.join())
      const left = await app.db.selectFrom('users').select('id').where('isSuperUser', '=', 1).where('deletedAt', 'is', null).execute()
      assert.equal(left.length, 1)
      // The next round needs the first super user again, with a session.
      if (left[0]!.id !== own) {
        await app.call('POST', `/api/users/${own}/restoration`, 'nobody', undefined, rivalToken)
        const { token } = (await signIn('admin', adminPassword)).body as { token: string }
        app.tokens['super user'] = token
      }
    }
  })
})

test('without another super user who is not deleted and has a password of their own nobody could manage users any more', async () => {
  const { _id: own }: User = (await app.call('GET', '/api/session', 'super user')).body
  const isRefused = () =>
    transact(app.db, undefined, (trx) => requireOtherSuperUser(trx, own)).then(
      () => false,
      ({ code }: Refusal) => code === 'last_super_user',
    )
  const others = ((await app.call('GET', '/api/users', 'super user')).body as User[]).filter((user) => user.isSuperUser && user._id !== own)
  for (const { _id } of others) await app.call('DELETE', `/api/users/${_id}`, 'super user')
  await added('regular')
  assert.equal(await isRefused(), true)
  assert.equal((await add('invited', { isSuperUser: true })).status, 201)
  assert.equal(await isRefused(), true, 'whoever has to choose a password first may never have got the one they were given')
  await added('another', { isSuperUser: true })
  assert.equal(await isRefused(), false)
})

describe('changing one’s own password', () => {
  const change = (headers: Record<string, string>, body: unknown) => app.call('PUT', '/api/session/password', 'nobody', body, headers)

  test('needs the current one, and a new one of at least 8 characters', async () => {
    await added('frida')
    const headers = await tokenOf('frida')
    const wrong: { status: number; body: Refusal } = await change(headers, { currentPassword: 'not-it', newPassword: 'another-password' })
    assert.deepEqual([wrong.status, wrong.body.fields], [422, { currentPassword: 'This is not your current password.' }])
    const short: { status: number; body: Refusal } = await change(headers, { currentPassword: password, newPassword: 'short' })
    assert.deepEqual([short.status, Object.keys(short.body.fields)], [422, ['newPassword']])
    assert.equal((await me(headers)).status, 200)
  })

  test('ends every session, answers a new one, and only the new password works', async () => {
    await added('greta')
    const [here, there] = [await tokenOf('greta'), await tokenOf('greta')]
    const { status, body }: { status: number; body: { token: string } } = await change(here, {
      currentPassword: password,
      newPassword: 'another-password',
    })
    assert.equal(status, 200)
    assert.deepEqual([(await me(here)).status, (await me(there)).status], [401, 401])
    assert.equal((await me({ authorization: `Bearer ${body.token}` })).status, 200)
    assert.deepEqual([(await signIn('greta')).status, (await signIn('greta', 'another-password')).status], [401, 200])
  })

  test('by two at once with one session: one of them changes it', async () => {
    await added('ines')
    const headers = await tokenOf('ines')
    const both = ['first-new-password', 'second-new-password'].map((newPassword) =>
      change(headers, { currentPassword: password, newPassword }),
    )
    const [changed, other] = (await Promise.all(both)).map(({ status }) => status).sort()
    assert.equal(changed, 200)
    // Its session is over, or it comes late enough to hear that its password is.
    assert.ok(other === 401 || other === 422, `${other}`)
  })

  test('is slowed down like signing in', async () => {
    await added('hanna')
    const headers = await tokenOf('hanna')
    const statuses: number[] = []
    for (let i = 0; i < 7; i++)
      statuses.push((await change(headers, { currentPassword: `guess-${i}`, newPassword: 'another-password' })).status)
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429])
    const payload = { currentPassword: password, newPassword: 'another-password' }
    const elsewhere = await app.app.inject({ method: 'PUT', url: '/api/session/password', remoteAddress: '192.0.2.77', headers, payload })
    assert.equal(elsewhere.statusCode, 200, 'and not for whoever is elsewhere')
  })
})

test('nobody gives themselves a password without the one that they have', async () => {
  await added('boss', { isSuperUser: true })
  const headers = await tokenOf('boss')
  const { _id } = (await me(headers)).body as User
  const { status } = await app.call('PUT', `/api/users/${_id}/password`, 'nobody', { password: 'another-password' }, headers)
  assert.equal(status, 409)
  assert.deepEqual([(await me(headers)).status, (await signIn('boss')).status], [200, 200])
})

describe('a name with something in it that can’t be seen', () => {
  test('is the same as the one without, for whoever adds it and for whoever signs in; so is one that looks like it', async () => {
    const { status, body }: { status: number; body: Refusal } = await add('admin\u200b')
    assert.deepEqual([status, Object.keys(body.fields)], [409, ['username']])
    const { body: joined }: { body: Refusal } = await add('می\u200cخواهم')
    assert.match(joined.fields.username ?? '', /invisible character/)
    await added('Anna–Lena\u00a0 K')
    for (const name of ['anna-lena k', 'ＡＮＮＡ－ＬＥＮＡ Ｋ', 'Anna‑Lena K']) assert.equal((await add(name)).status, 409, name)
    assert.equal((await signIn('anna-lena K')).status, 200)
    assert.equal((await signIn('ad\u200bmin', adminPassword)).status, 200)
    await added('Groß')
    for (const name of ['GROSS', 'gross', 'groß']) assert.equal((await add(name)).status, 409, name)
    assert.equal((await signIn('GROSS')).status, 200)
  })

  test('that somebody has from before stays theirs: they are listed, sign in, and can be deleted', async () => {
    const user = await added('twin')
    const former = { username: 'ad\u200bmin', usernameKey: 'ad\u200bmin' }
    await app.db.updateTable('users').set(former).where('id', '=', user._id).execute()
    const { _id } = (await me(await tokenOf('ad\u200bmin'))).body as User
    assert.equal(_id, user._id)
    assert.notEqual(((await me({ authorization: `Bearer ${app.tokens['super user']}` })).body as User)._id, user._id)
    assert.ok(((await app.call('GET', '/api/users', 'staff')).body as User[]).some(({ username }) => username === 'ad\u200bmin'))
    assert.equal((await app.call('DELETE', `/api/users/${user._id}`, 'super user')).status, 204)
  })
})

test('what a record holds from before is readable, and editing it cleans it', async () => {
  const movie = { title: 'Golem', genre: 'Horror', description: 'Clay.', trailerUrl: 'https://example.com/golem' }
  const { _id }: User = (await app.call('POST', '/api/movies', 'staff', movie)).body
  await app.db.updateTable('movies').set({ title: 'Go\u200blem' }).where('id', '=', _id).execute()
  assert.equal((await app.call('GET', `/api/movies/${_id}`)).status, 200)
  const edit = (title: string) => app.call('PUT', `/api/movies/${_id}`, 'staff', { ...movie, title })
  const { status, body } = await edit('Go\u200blem')
  assert.equal(status, 200)
  assert.equal((body as { title: string }).title, 'Golem')
})
