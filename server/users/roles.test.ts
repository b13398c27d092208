import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type User = { _id: string; version: number; isSuperUser: boolean; error: string; code: string }
type Answer = { status: number; body: User }

const password = 'a-long-enough-password'

async function added(username: string, isSuperUser = false): Promise<User> {
  const { body }: Answer = await app.call('POST', '/api/users', 'super user', { username, password, isSuperUser })
  await ownPasswords(app)
  return body
}
async function signedIn(username: string): Promise<Record<string, string>> {
  const { body }: { body: { token: string } } = await app.call('POST', '/api/login', 'nobody', { username, password })
  return { authorization: `Bearer ${body.token}` }
}
const makeSuper = (id: string, isSuperUser: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call('PUT', `/api/users/${id}`, 'authorization' in headers ? 'nobody' : 'super user', { isSuperUser }, headers)
const me = (headers: Record<string, string>): Promise<Answer> => app.call('GET', '/api/session', 'nobody', undefined, headers)

describe('a role', () => {
  test('changes in both directions, for the session under way too, and its history and the activity say so', async () => {
    const { _id } = await added('berta')
    const headers = await signedIn('berta')
    const up = await makeSuper(_id, true)
    assert.deepEqual([up.status, up.body.isSuperUser, up.body.version], [200, true, 2])
    assert.equal((await me(headers)).body.isSuperUser, true)
    const down = await makeSuper(_id, false)
    assert.deepEqual([down.status, down.body.isSuperUser], [200, false])
    assert.equal((await me(headers)).body.isSuperUser, false)
    assert.equal((await app.call('GET', `/api/users/${_id}/history`, 'nobody', undefined, headers)).status, 403)
    const versions: { action: string }[] = (await app.call('GET', `/api/users/${_id}/history`, 'super user')).body
    assert.deepEqual(
      versions.map(({ action }) => action),
      ['role', 'role', 'create'],
    )
    const lines: { kind: string; title: string }[] = (await app.call('GET', '/api/activity?kind=role', 'super user')).body
    assert.deepEqual(
      lines.map(({ kind, title }) => [kind, title]),
      [
        ['role', 'berta'],
        ['role', 'berta'],
      ],
    )
  })

  test('that the user has already is no change: no version, no line in the history', async () => {
    const { _id } = await added('agnes', true)
    const { version } = (await makeSuper(_id, false)).body
    const again = await makeSuper(_id, false)
    assert.deepEqual([again.status, again.body.version], [200, version])
    const versions: { version: number }[] = (await app.call('GET', `/api/users/${_id}/history`, 'super user')).body
    assert.equal(versions[0]?.version, version)
  })

  test('is changed by super users alone, with a flag that is one, on the version that they saw', async () => {
    const { _id, version } = await added('carla')
    assert.equal((await makeSuper(_id, true, await signedIn('carla'))).status, 403)
    assert.equal((await makeSuper(_id, 'yes')).status, 422)
    assert.equal((await makeSuper(_id, true, {})).status, 200)
    assert.equal(
      (await app.call('PUT', `/api/users/${_id}`, 'super user', { isSuperUser: false }, { 'if-match': `"${version}"` })).status,
      412,
    )
    assert.equal((await makeSuper(_id, false)).status, 200)
    assert.equal((await makeSuper('01900000-0000-7000-8000-000000000000', true)).status, 404)
  })

  test("is nobody's own to change, and the last super user stays one, also when two take the role from each other", async () => {
    const { _id: own } = (await app.call('GET', '/api/session', 'super user')).body as User
    const { status, body } = await makeSuper(own, false)
    assert.deepEqual([status, body.error], [409, "You can't change your own role. Ask another super user to do it."])
    for (let round = 0; round < 5; round++) {
      const other = await added(`dora${round}`, true)
      const headers = await signedIn(`dora${round}`)
      const statuses = (await Promise.all([makeSuper(own, false, headers), makeSuper(other._id, false)])).map(({ status }) => status)
      const supers = ((await app.call('GET', '/api/users', 'staff')).body as User[]).filter(({ isSuperUser }) => isSuperUser)
      assert.equal(supers.length, 1, statuses.join())
      if (supers[0]?._id === other._id) await makeSuper(own, true, headers)
      await makeSuper(other._id, false)
    }
  })
})

describe('a first password', () => {
  const choose = (headers: Record<string, string>, body: object): Promise<{ status: number; body: { fields: object; token: string } }> =>
    app.call('PUT', '/api/session/password', 'nobody', body, headers)

  test('is replaced without being typed again, by another one; later on the current one is required', async () => {
    await app.call('POST', '/api/users', 'super user', { username: 'emil', password })
    const headers = await signedIn('emil')
    const same = await choose(headers, { newPassword: password })
    assert.deepEqual(
      [same.status, same.body.fields],
      [422, { newPassword: 'This is the password you were given. Choose a different password.' }],
    )
    const wrong = await choose(headers, { currentPassword: 'not-the-one-given', newPassword: 'chosen-by-myself' })
    assert.deepEqual(
      [wrong.status, wrong.body.fields],
      [422, { currentPassword: 'This is not your current password.' }],
      'a wrong one is wrong',
    )
    const { status, body } = await choose(headers, { newPassword: 'chosen-by-myself' })
    assert.equal(status, 200)
    const own = { authorization: `Bearer ${body.token}` }
    const without = await choose(own, { newPassword: 'chosen-by-somebody-else' })
    assert.deepEqual([without.status, without.body.fields], [422, { currentPassword: 'Current password is required.' }])
    assert.equal((await choose(own, { currentPassword: 'chosen-by-myself', newPassword: 'another-choice' })).status, 200)
  })
})
