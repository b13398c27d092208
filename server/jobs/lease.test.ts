import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isPostgres } from '#server/db/dialect.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { withLease } from './lease.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const going = new AbortController().signal
const times = { lease: 300, again: 20 }

/** Runs the same job on several servers at once. Returns how many ran it, and the most that ran it at the same time. */
async function together(servers: number, name: string, took = 50, pace: [] | [typeof times] = [times]) {
  const done = { times: 0, most: 0 }
  let atWork = 0
  const work = async () => {
    done.times++
    done.most = Math.max(done.most, ++atWork)
    await pause(took)
    atWork--
  }
  await Promise.all(Array.from({ length: servers }, () => withLease(app.db, name, going, work, ...pace)))
  return done
}

const hold = (name: string, until: number) => app.db.insertInto('chores').values({ name, holder: 'another', until }).execute()

test('what all servers do, they do one after the other, however long it takes', async () => {
  // With SQLite there is one server.
  const most = isPostgres(app.db) ? 1 : 3
  assert.deepEqual(await together(3, 'tidy'), { times: 3, most })
  assert.deepEqual(await together(3, 'sweep', 2 * times.lease), { times: 3, most })
})

test('usually a lease lasts longer than its holder takes to renew it', async () => {
  const { most } = await together(2, 'usual', 2_000, [])
  assert.equal(most, isPostgres(app.db) ? 1 : 2)
})

test('what a server left undone when it died, the next one does once it is taken for gone', async () => {
  await hold('died', Date.now() + times.lease)
  const begin = performance.now()
  assert.equal((await together(1, 'died')).times, 1)
  assert.ok(!isPostgres(app.db) || performance.now() - begin > times.lease / 2)
})

test('a clock that is set back keeps nobody from it', async () => {
  await hold('set back', Date.now() + 24 * 3_600_000)
  assert.equal((await together(1, 'set back')).times, 1)
})

test('a server that is told to stop waits for its turn no longer', async () => {
  if (!isPostgres(app.db)) return
  await hold('stopped', Date.now() + times.lease)
  const ended = new AbortController()
  const waiting = withLease(app.db, 'stopped', ended.signal, () => assert.fail('it is somebody else’s turn'), { ...times, again: 60_000 })
  ended.abort()
  await waiting
})

test('what failed is left to the next one', async () => {
  const failing = () => Promise.reject(new RangeError('ours'))
  await assert.rejects(withLease(app.db, 'failing', going, failing), RangeError)
  assert.equal((await together(1, 'failing')).times, 1)
})
