import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { adminPassword, type TestApp, testApp } from '#testing/app.ts'
import { hashPassword, usualCost } from './password-hash.ts'

let app: TestApp
before(async () => {
  // A hash takes half a second or more.
  app = await testApp({}, { ...usualCost, passes: 30 })
})
after(() => app.close())

const password = 'a-long-enough-password'
const news = { title: 'Open air', description: 'From June on.', date: '2026-06-01' }

/** A user's address, for `PUT` of another password. */
async function passwordOf(username: string) {
  const { id } = await app.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  return `/api/users/${id}/password`
}

/** The old password is verified in no time: only the new one takes long. */
async function changeOwn() {
  const passwordHash = await hashPassword(adminPassword, { ...usualCost, memory: 8, passes: 1 })
  await app.db.updateTable('users').set({ passwordHash }).where('username', '=', 'admin').execute()
  return app.call('PUT', '/api/session/password', 'super user', { currentPassword: adminPassword, newPassword: password })
}

describe('while a password is hashed others write', () => {
  for (const [what, hash, expected] of [
    ['for a new user', () => app.call('POST', '/api/users', 'super user', { username: 'anna', password }), 201],
    ['for a user who gets another one', async () => app.call('PUT', await passwordOf('anna'), 'super user', { password }), 200],
    ['at a sign-in', () => app.call('POST', '/api/login', 'nobody', { username: 'admin', password: adminPassword }), 200],
    ['for its own user', changeOwn, 200],
  ] as const) {
    test(what, async () => {
      const order: string[] = []
      const hashing = hash().finally(() => order.push('hashed'))
      await pause(100)
      const written = await app.call('POST', '/api/news', 'staff', news)
      order.push('written')
      assert.deepEqual([written.status, (await hashing).status], [201, expected])
      assert.deepEqual(order, ['written', 'hashed'])
    })
  }
})
