import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { transact } from '#server/db/transaction.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { addLines } from '#testing/history-lines.ts'
import { appendChange, forgetOldChanges, lastNumber } from './change-log.ts'
import { Feed } from './feed.ts'

const isOnPostgres = process.env.TEST_DATABASE === 'postgres'
let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const line = () => ({
  id: randomUUID(),
  resource: 'movies',
  recordId: randomUUID(),
  version: 1,
  action: 'create' as const,
  record: '{}',
  byId: null,
  byName: null,
  batch: null,
  at: new Date().toISOString(),
})
const idsIn = async (feed: Feed) => (await feed.next())?.map(({ recordId }) => recordId)

test('a feed tells each line once, and another one goes on from where it was', async () => {
  const feed = new Feed(app.db)
  await feed.start()
  const [one, other] = [line(), line()]
  await transact(app.db, undefined, (trx) => appendChange(trx, one))
  assert.deepEqual(await idsIn(feed), [one.recordId])
  assert.deepEqual(await idsIn(feed), [])
  await transact(app.db, undefined, (trx) => appendChange(trx, other))
  assert.deepEqual(
    (await new Feed(app.db).after(feed.position))?.map(({ recordId }) => recordId),
    [other.recordId],
  )
})

if (isOnPostgres) {
  test('what was begun first and committed last is told, and nobody who comes again meanwhile misses it', async () => {
    const feed = new Feed(app.db)
    await feed.start()
    const begun = feed.position
    const [slow, quick] = [line(), line()]
    const first = await app.db.startTransaction().execute()
    await appendChange(first, slow)
    await transact(app.db, undefined, (trx) => appendChange(trx, quick))
    assert.deepEqual(await idsIn(feed), [quick.recordId])
    assert.equal(feed.position, begun, 'somebody who comes again is told all from there')
    await first.commit().execute()
    assert.deepEqual(await idsIn(feed), [slow.recordId])
    assert.equal(feed.position, await lastNumber(app.db))
  })

  test('what was begun before the feed and is committed after its start is told', async () => {
    const [slow, quick] = [line(), line()]
    const first = await app.db.startTransaction().execute()
    await appendChange(first, slow)
    await transact(app.db, undefined, (trx) => appendChange(trx, quick))
    const feed = new Feed(app.db)
    await feed.start()
    assert.deepEqual(await idsIn(feed), [])
    await first.commit().execute()
    assert.deepEqual(await idsIn(feed), [slow.recordId])
    assert.equal(feed.position, await lastNumber(app.db))
  })

  test('what was rolled back is waited for no longer than a transaction may last', async () => {
    const feed = new Feed(app.db, 50)
    await feed.start()
    const begun = feed.position
    const undone = await app.db.startTransaction().execute()
    await appendChange(undone, line())
    const kept = line()
    await transact(app.db, undefined, (trx) => appendChange(trx, kept))
    await undone.rollback().execute()
    assert.deepEqual(await idsIn(feed), [kept.recordId])
    assert.equal(feed.position, begun)
    await pause(60)
    assert.deepEqual(await idsIn(feed), [])
    assert.equal(feed.position, await lastNumber(app.db))
  })

  test('of the numbers of before the last ten thousand stay', async () => {
    const feed = new Feed(app.db)
    const many = Array.from({ length: 500 }, () => line())
    for (let i = 0; i < 25; i++) {
      const lines = many.map((each) => ({ ...each, id: randomUUID(), recordId: randomUUID() }))
      await transact(app.db, undefined, (trx) => addLines(trx, lines))
    }
    await forgetOldChanges(app.db)
    const last = await lastNumber(app.db)
    assert.equal((await feed.after(last - 10))?.length, 10)
    assert.equal(await feed.after(last - 11_000), undefined, 'whoever missed more begins anew')
  })
}

test('a database that has gone back, to a standby that lacks something, makes it begin anew', async () => {
  const feed = new Feed(app.db)
  await feed.start()
  const lost = line()
  await transact(app.db, undefined, (trx) => appendChange(trx, lost))
  assert.deepEqual(await idsIn(feed), [lost.recordId])
  if (isOnPostgres) await app.db.deleteFrom('changes').where('line', '=', lost.id).execute()
  await app.db.deleteFrom('history').where('id', '=', lost.id).execute()
  assert.equal(await feed.next(), undefined)
  assert.equal(feed.position, await lastNumber(app.db))
})
