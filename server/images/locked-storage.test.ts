import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { HttpError } from '#server/errors.ts'
import { tidy } from '#server/jobs/jobs.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { eventually } from '#testing/pictures.ts'
import { claimed, forgetOldClaims } from './locked-storage.ts'
import type { Media } from './media.ts'

const name = `${'a'.repeat(64)}/320.webp`
const listed = { name, bytes: 1, putAt: Date.now() }
const times = { longestWait: 200, between: 10 }

let app: TestApp
/** The operations in the store, in order; a removal there waits for `gate`. */
let done: string[]
let gate: Promise<void>
let store: Media
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(async () => {
  done = []
  gate = Promise.resolve()
  store = {
    ...app.media,
    put: async () => void done.push('put'),
    remove: async () => {
      await gate
      done.push('removed')
    },
  }
  await app.db.deleteFrom('mediaClaims').execute()
})

/** As time passes, or as clocks are apart: `by` in milliseconds. */
async function age(by: number) {
  const { until } = await app.db.selectFrom('mediaClaims').select('until').executeTakeFirstOrThrow()
  await app.db
    .updateTable('mediaClaims')
    .set({ until: new Date(Date.parse(until) - by).toISOString() })
    .execute()
}
const minute = 60_000
const day = 24 * 60 * minute

/** The same store as seen by two servers. */
const servers = () => [claimed(store, app.db, times), claimed(store, app.db, times)] as const

describe('a file that a server has put', () => {
  test('is removed by no other for a day, in which it is recorded, and then by one', async () => {
    const [here, there] = servers()
    await here.put(name, Buffer.from('x'))
    await there.remove(listed)
    await age(day - minute)
    await there.remove(listed)
    assert.deepEqual(done, ['put'])
    await age(2 * minute)
    const open = Promise.withResolvers<void>()
    gate = open.promise
    const removals = [here.remove(listed), there.remove(listed)]
    // The one that may not is done with it while the other waits for the store.
    await Promise.race(removals)
    open.resolve()
    await Promise.all(removals)
    assert.deepEqual(done, ['put', 'removed'])
  })

  test('is put by any other as well, at once', async () => {
    const [here, there] = servers()
    await Promise.all([here.put(name, Buffer.from('x')), there.put(name, Buffer.from('x'))])
    assert.deepEqual(done, ['put', 'put'])
  })
})

describe('a file that a server is removing', () => {
  test('is put by another when that is done, and stays', async () => {
    const [here, there] = servers()
    const open = Promise.withResolvers<void>()
    gate = open.promise
    const removal = here.remove(listed)
    await eventually(async () => (await app.db.selectFrom('mediaClaims').selectAll().execute()).length === 1)
    const put = there.put(name, Buffer.from('x'))
    await pause(50)
    assert.deepEqual(done, [])
    open.resolve()
    await Promise.all([removal, put])
    assert.deepEqual(done, ['removed', 'put'])
    await here.remove(listed)
    assert.deepEqual(done, ['removed', 'put'])
  })

  test('and doesn’t come to an end with is not put meanwhile: the store may still carry it out', async () => {
    const [here, there] = servers()
    gate = Promise.reject(new Error('no response in time'))
    gate.catch(() => {})
    await assert.rejects(here.remove(listed), /no response/)
    await assert.rejects(there.put(name, Buffer.from('x')), (error) => error instanceof HttpError && error.status === 503)
    await age(11 * minute)
    await there.put(name, Buffer.from('x'))
    assert.deepEqual(done, ['put'])
  })
})

test('twenty servers that put and remove the same file at once never remove it after it was put', async () => {
  const server = () => claimed(store, app.db, { ...times, longestWait: 10_000 })
  for (let round = 0; round < 5; round++) {
    done = []
    await app.db.deleteFrom('mediaClaims').execute()
    const each = Array.from({ length: 20 }, (_, n) => (n % 2 ? server().put(name, Buffer.from('x')) : server().remove(listed)))
    await Promise.all(each)
    assert.equal(done.filter((what) => what === 'put').length, 10)
    assert.equal(done.lastIndexOf('removed') < done.indexOf('put'), true, done.join())
  }
})

test('the housekeeping forgets claims that rule nothing out any more', async () => {
  const [here] = servers()
  await here.put(name, Buffer.from('x'))
  await forgetOldClaims(app.db)
  await tidy(app.db, app.app.log)
  assert.equal((await app.db.selectFrom('mediaClaims').selectAll().execute()).length, 1)
  await age(day + minute)
  await tidy(app.db, app.app.log)
  assert.deepEqual(await app.db.selectFrom('mediaClaims').selectAll().execute(), [])
})
