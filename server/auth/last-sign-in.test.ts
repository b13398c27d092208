import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { type TestApp, testApp } from '#testing/app.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Listed = { _id: string; username: string; version: number; lastSignInAt: string | null }

const password = 'a-long-enough-password'
const add = async (username: string): Promise<Listed> => (await app.call('POST', '/api/users', 'super user', { username, password })).body
const signIn = async (username: string, secret = password) =>
  (await app.call('POST', '/api/login', 'nobody', { username, password: secret })).status
const search = async (q: string): Promise<Listed[]> => (await app.call('GET', `/api/users?q=${encodeURIComponent(q)}`, 'staff')).body
const only = async (q: string): Promise<Listed> => {
  const [found, ...others] = await search(q)
  assert.ok(found && others.length === 0, `one user is found by ${q}`)
  return found
}

describe('the list of users', () => {
  test('tells of nobody that they signed in who never did, also after a wrong password', async () => {
    assert.equal((await add('Wrong Wanda')).lastSignInAt, null)
    assert.equal(await signIn('Wrong Wanda', 'not-the-password'), 401)
    assert.equal((await only('wanda')).lastSignInAt, null)
  })

  test('tells when somebody signed in last, and that is no new version of them', async () => {
    const { version } = await add('Often Otto')
    const times: (string | null)[] = []
    for (let round = 0; round < 2; round++) {
      const begun = new Date().toISOString()
      assert.equal(await signIn('often otto'), 200)
      const { lastSignInAt, version: after } = await only('otto')
      assert.ok(lastSignInAt && lastSignInAt >= begun && lastSignInAt <= new Date().toISOString(), String(lastSignInAt))
      assert.equal(after, version)
      times.push(lastSignInAt)
    }
    assert.notEqual(times[0], times[1])
  })

  test('still tells it when the password was changed or they came back from the trash', async () => {
    const { _id } = await add('Steady Stella')
    await signIn('Steady Stella')
    const { lastSignInAt } = await only('stella')
    const given: Listed = (await app.call('PUT', `/api/users/${_id}/password`, 'super user', { password: 'another-long-password' })).body
    await app.call('DELETE', `/api/users/${_id}`, 'super user')
    const restored: Listed = (await app.call('POST', `/api/users/${_id}/restoration`, 'super user')).body
    assert.ok(lastSignInAt)
    assert.deepEqual([given.lastSignInAt, restored.lastSignInAt], [lastSignInAt, lastSignInAt])
  })

  test('is searched by the beginnings of names, without case or accents', async () => {
    await add('Ångström Ödön')
    for (const q of ['odon', 'ANG', 'öd ångs']) assert.equal((await only(q)).username, 'Ångström Ödön', q)
    assert.deepEqual(await search('ngstrom'), [])
  })
})

test('many who sign in at the same moment, one name or several, are all let in', async () => {
  const people = ['Busy Berta', 'Busy Bruno', 'Busy Bea']
  for (const name of people) await add(name)
  // No more of one name than may be tried at once.
  const names = Array.from({ length: 12 }, (_, at) => people[at % people.length]!)
  assert.deepEqual(new Set(await Promise.all(names.map((name) => signIn(name)))), new Set([200]))
  assert.ok((await search('busy')).every(({ lastSignInAt }) => lastSignInAt !== null))
})

test('a database from before tells what its sessions still tell', async () => {
  await sql`alter table users drop column last_sign_in_at`.execute(app.db)
  await app.db.deleteFrom('migrations').where('name', '=', '007-last-sign-in').execute()
  await migrate(app.db)
  const { createdAt } = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.createdAt')
    .where('username', '=', 'Often Otto')
    .orderBy('sessions.createdAt', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal((await only('otto')).lastSignInAt, createdAt)
  assert.equal((await only('wanda')).lastSignInAt, null)
})
