import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { adminPassword, type TestApp, testApp, type Who } from '#testing/app.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const keyOf = async (who: Who, headers?: Record<string, string>) => {
  const { status, body, headers: answered } = await app.call('GET', '/api/session/draft-key', who, undefined, headers)
  assert.deepEqual([status, answered['cache-control']], [200, 'no-store'])
  return (body as { key: string }).key
}

test('everybody has a key of their own for their drafts: 32 bytes, the same each time, and nothing of what is stored', async () => {
  const key = await keyOf('super user')
  assert.equal(Buffer.from(key, 'base64').length, 32)
  assert.equal(await keyOf('super user'), key)
  assert.notEqual(await keyOf('staff'), key)
  const stored = await app.db.selectFrom('users').selectAll().execute()
  assert.ok(stored.length >= 2)
  assert.ok(!JSON.stringify(stored).includes(key))
})

test('nobody else gets one', async () => {
  assert.equal((await app.call('GET', '/api/session/draft-key')).status, 401)
})

test('another password means another key', async () => {
  const before = await keyOf('super user')
  const change = { currentPassword: adminPassword, newPassword: 'velvet-and-popcorn' }
  const { status, body }: { status: number; body: { token: string } } = await app.call('PUT', '/api/session/password', 'super user', change)
  assert.equal(status, 200)
  assert.notEqual(await keyOf('nobody', { authorization: `Bearer ${body.token}` }), before)
})
