import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { usersCommand } from './command.ts'

type User = { _id: string; username: string; isSuperUser: boolean }
type Refusal = { error: string; code: string }

const password = 'a-long-enough-password'
let made = 0

describe('where every signed-in user may manage users (USER_MANAGEMENT=staff)', () => {
  let app: TestApp
  before(async () => {
    app = await testApp({ userManagement: 'staff' })
  })
  after(() => app.close())

  const add = (as: Who, more: object = {}) => app.call('POST', '/api/users', as, { username: `user-${++made}`, password, ...more })
  const added = async (as: Who, more?: object): Promise<User> => (await add(as, more)).body

  test('the session tells the caller so', async () => {
    const { body }: { body: object } = await app.call('GET', '/api/session', 'staff')
    assert.deepEqual({ ...body, _id: '' }, { _id: '', username: 'staff', isSuperUser: false, mayManageUsers: true })
  })

  test('a regular user adds, deletes and restores a user, and nobody does without signing in', async () => {
    const { _id } = await added('staff')
    assert.equal((await app.call('DELETE', `/api/users/${_id}`, 'staff')).status, 204)
    assert.equal((await app.call('POST', `/api/users/${_id}/restoration`, 'staff')).status, 200)
    assert.equal((await add('nobody')).status, 401)
    assert.equal((await app.call('DELETE', `/api/users/${_id}`)).status, 401)
    for (const token of ['x', 'a'.repeat(43)])
      assert.equal((await app.call('GET', '/api/users', 'nobody', undefined, { authorization: `Bearer ${token}` })).status, 401, token)
  })

  test('roles stay with super users: a regular one neither adds nor restores a super user', async () => {
    const refused: { status: number; body: Refusal } = await add('staff', { isSuperUser: true })
    assert.deepEqual([refused.status, refused.body.error], [403, 'Only super users can add super users.'])
    const { _id, isSuperUser } = await added('super user', { isSuperUser: true })
    assert.equal(isSuperUser, true)
    await app.call('DELETE', `/api/users/${_id}`, 'super user')
    assert.equal((await app.call('POST', `/api/users/${_id}/restoration`, 'staff')).status, 403)
    assert.equal((await app.call('POST', `/api/users/${_id}/restoration`, 'super user')).status, 200)
  })

  test('a super user whose role was taken away meanwhile adds no super user', async () => {
    const { body: caller }: { body: User } = await app.call('GET', '/api/session', 'super user')
    const role = (isSuperUser: 0 | 1) => app.db.updateTable('users').set({ isSuperUser }).where('id', '=', caller._id).execute()
    await role(0)
    assert.equal((await add('super user', { isSuperUser: true })).status, 403)
    await role(1)
  })

  test('passwords, histories and erasure of others stay with super users', async () => {
    const { _id } = await added('staff')
    assert.equal((await app.call('PUT', `/api/users/${_id}/password`, 'staff', { password })).status, 403)
    assert.equal((await app.call('GET', `/api/users/${_id}/history`, 'staff')).status, 403)
    await app.call('DELETE', `/api/users/${_id}`, 'staff')
    assert.equal((await app.call('POST', `/api/users/${_id}/erasure`, 'staff')).status, 403)
  })

  test('a super user stays while the only other one has never signed in, or must choose a new password', async () => {
    const { body: admin }: { body: User } = await app.call('GET', '/api/session', 'super user')
    const { _id, username } = await added('super user', { isSuperUser: true })
    const refused: { status: number; body: Refusal } = await app.call('DELETE', `/api/users/${admin._id}`, 'staff')
    assert.deepEqual([refused.status, refused.body.code], [409, 'last_super_user'])
    await app.db.updateTable('users').set({ mustChangePassword: 0 }).where('id', '=', _id).execute()
    await usersCommand(app.db, ['password', username])
    assert.equal((await app.call('DELETE', `/api/users/${admin._id}`, 'staff')).status, 409)
    assert.equal((await app.call('DELETE', `/api/users/${_id}`, 'staff')).status, 204)
    assert.equal((await app.call('GET', '/api/session', 'super user')).status, 200)
  })

  test('nobody deletes themselves, and nobody the last super user', async () => {
    const { body: own }: { body: User } = await app.call('GET', '/api/session', 'staff')
    assert.equal((await app.call('DELETE', `/api/users/${own._id}`, 'staff')).status, 409)
    const { body: all }: { body: User[] } = await app.call('GET', '/api/users', 'staff')
    const supers = all.filter(({ isSuperUser }) => isSuperUser)
    const statuses: number[] = []
    for (const { _id } of supers) statuses.push((await app.call('DELETE', `/api/users/${_id}`, 'staff')).status)
    assert.deepEqual(statuses, [...supers.slice(1).map(() => 204), 409])
  })
})
