import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gather } from '#server/audit/events.ts'
import { findByUsername } from '#server/auth/user-records.ts'
import { newId } from '#server/db/ids.ts'
import { WrongCommand } from '#server/errors.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { usersCommand } from './command.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const run = (...words: string[]) => usersCommand(app.db, words)
const signIn = (username: string, password: string) => app.call('POST', '/api/login', 'nobody', { username, password })
const authorized = ({ body }: { body: { token: string } }) => ({ authorization: `Bearer ${body.token}` })

test('without a word it lists everybody who may sign in, with what can be done', async () => {
  const told = await run()
  assert.match(told, /^admin +Super User +1 session, last used 20\S+Z$/m)
  assert.match(told, /^staff +Regular User +1 session/m)
  assert.deepEqual(told.split('\n').slice(2), [
    '',
    'Other commands:',
    'npm run users                            lists all users',
    'npm run users -- password NAME           sets and shows a new password',
    'npm run users -- sessions NAME           lists the sessions of a user',
    'npm run users -- sessions NAME --end     signs a user out on all devices',
    'npm run users -- super NAME              makes a user a super user',
  ])
  const deleted = { username: 'deleted', password: 'a-long-enough-password' }
  const { _id }: { _id: string } = (await app.call('POST', '/api/users', 'super user', deleted)).body
  assert.match(await run(), /^deleted /m)
  await app.call('DELETE', `/api/users/${_id}`, 'super user')
  assert.doesNotMatch(await run(), /^deleted /m)
  await assert.rejects(run('password', 'deleted'), /There is no user "deleted"/, 'a deleted user is no user')
})

test('a new password is made up, shown, and opens nothing but the choice of another', async () => {
  const told = await run('password', ' ADMIN')
  const password = /^The new password of admin is (\S+)$/m.exec(told)?.[1] ?? ''
  assert.match(password, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  assert.equal((await app.call('GET', '/api/session', 'super user')).status, 401, 'all sessions end')
  const headers = authorized(await signIn('admin', password))
  assert.equal((await app.call('GET', '/api/users', 'nobody', undefined, headers)).status, 403)
  assert.match(await run(), /^admin .*must choose a password$/m)
  const changed = await app.call(
    'PUT',
    '/api/session/password',
    'nobody',
    { currentPassword: password, newPassword: 'my-own-choice' },
    headers,
  )
  assert.equal((await app.call('GET', '/api/users', 'nobody', undefined, authorized(changed))).status, 200)
})

test('sessions are shown with the place they come from, the one in use first, and ended, which concerns nobody else', async () => {
  assert.match(await run('sessions', 'staff'), /^20\S+Z {2}MovieBox$/)
  const { id: userId } = (await findByUsername(app.db, 'staff')) ?? { id: '' }
  const at = new Date(Date.now() + 1_000).toISOString()
  const place = { address: '192.0.2.7', browser: 'Firefox' }
  await app.db
    .insertInto('sessions')
    .values({ id: newId(), tokenHash: 'x', userId, createdAt: at, usedAt: at, ...place })
    .execute()
  assert.match(await run('sessions', 'staff'), /^20\S+Z {2}Firefox {2}192\.0\.2\.7\n20\S+Z {2}MovieBox$/)
  assert.match(await run(), /^staff +Regular User +2 sessions, last used 20\S+Z$/m)
  assert.equal(await run('sessions', 'staff', '--end'), 'staff is signed out on all devices.')
  assert.equal((await app.call('GET', '/api/session', 'staff')).status, 401)
  assert.match(await run(), /^admin +Super User +1 session/m, 'of the others nobody is')
  assert.equal(await run('sessions', 'staff'), 'staff is not signed in.')
  const ended = await app.db.selectFrom('activity').selectAll().where('kind', '=', 'sign-out').execute()
  const staff = await app.db.selectFrom('users').select('id').where('username', '=', 'staff').executeTakeFirst()
  assert.deepEqual(
    ended.map(({ recordId, byId }) => [recordId, byId]),
    [[staff?.id, null]],
    'the activity has it, by no user',
  )
})

test('somebody becomes a super user, which the history knows', async () => {
  assert.equal(await run('super', 'staff'), 'staff is now a super user.')
  assert.equal(await run('super', 'staff'), 'staff is already a super user.')
  const { record, byId } = await app.db
    .selectFrom('history')
    .selectAll()
    .where('resource', '=', 'users')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual([JSON.parse(record).isSuperUser, byId], [true, null])
  await gather(app.db, '')
  const told = app.db.selectFrom('activity').select('kind').where('version', '>', 1).where('byId', 'is', null)
  assert.deepEqual(await told.execute(), [{ kind: 'update' }, { kind: 'update' }], 'of the new password and the new role')
})

test('what can’t be done says so, and changes nothing', async () => {
  for (const words of [
    ['password'],
    ['delete', 'staff'],
    ['sessions', 'staff', '--kill'],
    ['super', 'staff', 'x'],
    ['constructor', 'staff'],
  ])
    await assert.rejects(
      run(...words),
      (error) => error instanceof WrongCommand && /npm run users -- super NAME/.test(error.message),
      words.join(' '),
    )
  await assert.rejects(run('password', 'nobody'), /There is no user "nobody"/)
})
