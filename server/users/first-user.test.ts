import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualCost } from '#server/auth/password-hash.ts'
import { testApp } from '#testing/app.ts'
import { createFirstUser } from './first-user.ts'

test('servers that start at the same moment create one first user, and one of them shows the password', async (t) => {
  const app = await testApp()
  t.after(() => app.close())
  const wanted = { adminUsername: 'first', adminPassword: undefined }
  assert.equal(await createFirstUser(app.db, wanted, usualCost), undefined, 'users exist')
  for (const table of ['sessions', 'devices', 'users'] as const) await app.db.deleteFrom(table).execute()
  const created = await Promise.all([1, 2, 3].map(() => createFirstUser(app.db, wanted, usualCost)))
  assert.equal(created.filter(Boolean).length, 1)
  const users = await app.db.selectFrom('users').select('username').execute()
  assert.deepEqual(users, [{ username: 'first' }])
  assert.match(created.find(Boolean)?.madeUpPassword ?? '', /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  await app.db.deleteFrom('users').execute()
  const given = { adminUsername: 'second', adminPassword: 'chosen-in-the-settings' }
  const shown = { username: 'second', madeUpPassword: undefined }
  assert.deepEqual(await createFirstUser(app.db, given, usualCost), shown, 'a password from the settings is not shown')
})
