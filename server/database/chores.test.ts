import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '#testing/app.ts'
import { inTurn } from './chores.ts'
import { isPostgres } from './dialect.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const going = new AbortController().signal
const hour = 3_600_000

/** How often each of so many servers did the work that all of them begin at once, and how many were at it together at most. */
async function together(servers: number, name: string, rest: number, ended = going) {
  const [done, counts] = [{ times: 0, most: 0 }, { atWork: 0 }]
  const work = async () => {
    done.times++
    done.most = Math.max(done.most, ++counts.atWork)
    await pause(50)
    counts.atWork--
  }
  await Promise.all(Array.from({ length: servers }, () => inTurn(app.db, name, rest, ended, work)))
  return done
}

const set = (name: string, until: number) => app.db.insertInto('chores').values({ name, holder: 'another', until }).execute()

test('what one server does for all is done by one at a time, and again only when it is due', async () => {
  // With SQLite there is one server.
  const isShared = isPostgres(app.db)
  assert.deepEqual(await together(3, 'tidy', hour), isShared ? { times: 1, most: 1 } : { times: 3, most: 3 })
  assert.equal((await together(1, 'tidy', hour)).times, isShared ? 0 : 1)
  assert.equal((await together(1, 'sweep', 0)).times, 1)
  assert.equal((await together(1, 'sweep', 0)).times, 1)
})

test('what a server left undone another one does', async () => {
  await set('died', Date.now() - 100)
  assert.equal((await together(1, 'died', hour)).times, 1)
  const ended = new AbortController()
  ended.abort()
  assert.equal((await together(1, 'stopped', hour, ended.signal)).times, 1)
  assert.equal((await together(1, 'stopped', hour)).times, 1)
})

test('a clock that is set back keeps nobody from it for longer than the time between two rounds', async () => {
  await set('set back', Date.now() + 24 * hour)
  assert.equal((await together(1, 'set back', hour)).times, 1)
})

test('what failed is tried again by the next one', async () => {
  await assert.rejects(
    inTurn(app.db, 'failing', hour, going, () => Promise.reject(new RangeError('ours'))),
    RangeError,
  )
  assert.equal((await together(1, 'failing', hour)).times, 1)
})
