import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '#testing/app.ts'
import { someBranch } from '#testing/some-branch.ts'
import { repeat, tidy } from './jobs.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function leaveBehind() {
  const { id: userId } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const session = { userId, address: '127.0.0.1', browser: 'Firefox on Windows' }
  await app.db
    .insertInto('sessions')
    .values([
      { ...session, id: 'unused', tokenHash: 'unused', createdAt: daysAgo(1), usedAt: daysAgo(1) },
      { ...session, id: 'old', tokenHash: 'old', createdAt: daysAgo(8), usedAt: daysAgo(0) },
    ])
    .execute()
  await app.db
    .insertInto('attempts')
    .values({ key: 'old', failures: 1, lastAt: daysAgo(1) })
    .execute()
  await app.db
    .insertInto('idempotencyKeys')
    .values([
      { key: 'old', fingerprint: '', answer: '', at: daysAgo(2) },
      { key: 'of today', fingerprint: '', answer: '', at: daysAgo(0.95) },
    ])
    .execute()
}

async function left() {
  const sessions = await app.db.selectFrom('sessions').select('tokenHash').where('tokenHash', 'in', ['unused', 'old']).execute()
  const attempts = await app.db.selectFrom('attempts').select('key').where('key', '=', 'old').execute()
  const keys = await app.db.selectFrom('idempotencyKeys').select('key').where('key', '=', 'old').execute()
  return [sessions.length, attempts.length, keys.length]
}

test('rounds whose time comes while a slow one is under way are left out: none runs back to back with it', async () => {
  const [slow, fast] = [120, 5]
  const begun: number[] = []
  let ended = 0
  const end = repeat(20, async () => {
    begun.push(performance.now())
    await pause(begun.length === 1 ? slow : fast)
    ended = performance.now()
  })
  await pause(slow + 60)
  // A busy machine may begin the next round late.
  for (const until = performance.now() + 5_000; begun.length < 2 && performance.now() < until; ) await pause(5)
  await end()
  assert.ok(begun.length >= 2 && begun.length <= 5, `${begun.length} rounds, where nine came due`)
  assert.ok(ended > (begun.at(-1) ?? 0), 'the end waits for the round under way')
  const rounds = begun.length
  await pause(50)
  assert.equal(begun.length, rounds)
})

test('what is over is cleared away by the housekeeping and by no request', async () => {
  // The round that begins soon after the start is over after this pause; on a slow database, a second round could overtake it.
  await pause(500)
  for (let round = 0; round < 3; round++) await tidy(app.db, app.app.log)
  await leaveBehind()
  const branchName = await someBranch(app)
  const booking = {
    branchName,
    date: '2026-11-27',
    time: '19:30',
    fullName: 'Ada',
    phoneNumber: '+44 20 7946 0121',
    status: 0,
    promoCode: '',
  }
  await app.call('POST', '/api/login', 'nobody', { username: 'admin', password: 'not the password' })
  await app.call('POST', '/api/validate', 'staff', { code: 'NONE' })
  await app.call('POST', '/api/bookings', 'staff', booking, { 'idempotency-key': 'once' })
  assert.deepEqual(await left(), [2, 1, 1])
  await tidy(app.db, app.app.log)
  assert.deepEqual(await left(), [0, 0, 0])
  const young = await app.db.selectFrom('idempotencyKeys').select('key').where('key', '=', 'of today').execute()
  assert.equal(young.length, 1, 'an answer is kept for a day')
  assert.equal((await app.call('GET', '/api/bookings', 'staff')).status, 200, 'sessions in use stay')
})
