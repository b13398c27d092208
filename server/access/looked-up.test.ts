import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { databaseFile } from '#server/data-folder.ts'
import { isPostgres } from '#server/database/dialect.ts'
import type { Database } from '#server/database/schema.ts'
import type { Authenticate } from '#server/http/guard.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { lookedUpOnce } from './looked-up.ts'

const person = { _id: 'a', username: 'anna', isSuperUser: false }
const [db, trx] = [{ isTransaction: false }, { isTransaction: true }] as Database[] as [Database, Database]
const [use, look] = [{ isUse: true }, { isUse: false }]

let state: number | Promise<number> | undefined
let looks = 0
let isThere = true
let ask: Authenticate
beforeEach(() => {
  ;[state, looks, isThere] = [1, 0, true]
  const authenticate: Authenticate = async () => {
    looks++
    return isThere ? { person, until: Date.now() + 1_000 } : undefined
  }
  ask = lookedUpOnce(authenticate, { now: () => state, close() {} })
})

describe('a session is looked up', () => {
  test('once, as long as the database stays as it is', async () => {
    for (const _ of [1, 2, 3]) assert.equal((await ask(db, 'token', use))?.person, person)
    assert.equal(looks, 1)
    await ask(db, 'another', use)
    assert.equal(looks, 2)
  })

  test('again when anything was stored, and again when its time is over', async (t) => {
    mock.timers.enable({ apis: ['Date'], now: 0 })
    t.after(() => mock.timers.reset())
    await ask(db, 'token', use)
    state = 2
    await ask(db, 'token', use)
    assert.equal(looks, 2)
    mock.timers.setTime(1_000)
    await ask(db, 'token', use)
    assert.equal(looks, 3)
  })

  test('each time where nobody can tell at once whether anything was stored, and in a transaction', async () => {
    await ask(db, 'token', use)
    for (const unknown of [undefined, Promise.resolve(1)]) {
      state = unknown
      await ask(db, 'token', use)
    }
    state = 1
    await ask(trx, 'token', use)
    assert.equal(looks, 4)
  })

  test('again where it wasn’t there, or was asked for by nobody in person, which prolongs nothing', async () => {
    isThere = false
    await ask(db, 'token', use)
    isThere = true
    await ask(db, 'token', look)
    await ask(db, 'token', use)
    assert.equal(looks, 3)
  })
})

describe('a session that another program has ended', () => {
  let app: TestApp
  before(async () => {
    app = await testApp()
  })
  after(() => app.close())

  test('is over with the next request', async () => {
    if (isPostgres(app.db)) return
    const status = async () => (await app.call('GET', '/api/session', 'staff')).status
    for (const _ of [1, 2]) assert.equal(await status(), 200)
    using beside = new DatabaseSync(databaseFile(app.dataDir), { timeout: 5_000 })
    beside.exec('delete from sessions')
    assert.equal(await status(), 401)
  })
})
