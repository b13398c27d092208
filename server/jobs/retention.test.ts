import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { newId } from '#server/db/ids.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { tokensOnSqlite } from '#testing/model/derived.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf, samples } from '#testing/samples.ts'
import { failedErasures } from './failed-erasures.ts'
import { eraseByAge } from './retention.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Item = { _id: string; version: number }
const ended = new AbortController().signal
const inDays = (days: number) => Date.now() + days * 24 * 3_600_000
const add = async (name: string, more: object = {}): Promise<Item> =>
  (await app.call('POST', `/api/${name}`, 'staff', { ...(await sampleOf(name).body(app)), ...more })).body
const remove = (name: string, { _id }: Item) => app.call('DELETE', `/api/${name}/${_id}`, 'staff')
const erase = ({ _id }: Item, name: string) => app.call('POST', `/api/${name}/${_id}/erasure`, 'super user')
const historyOf = ({ _id }: Item) => app.db.selectFrom('history').selectAll().where('recordId', '=', _id).orderBy('version').execute()
const isInTrash = async (name: string, { _id }: Item) =>
  ((await app.call('GET', `/api/${name}?trash=1`, 'staff')).body as Item[]).some((item) => item._id === _id)

for (const { name } of samples) {
  test(`of one of the ${name} that is erased nothing is left but who did what when`, async () => {
    const one = await add(name)
    const live = await erase(one, name)
    assert.equal(live.status, 404, 'only what is in the trash')
    await remove(name, one)
    assert.equal((await app.call('POST', `/api/${name}/${one._id}/erasure`, 'staff')).status, 403)
    assert.equal((await erase(one, name)).status, 204)
    assert.equal(await isInTrash(name, one), false)
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/history'],
      ['POST', '/restoration'],
      ['POST', '/restoration', { version: 1 }],
      ['POST', '/erasure'],
    ] as const)
      assert.equal((await app.call(method, `/api/${name}/${one._id}${path}`, 'super user', body)).status, 404, `${method} ${path}`)
    assert.deepEqual(
      (await historyOf(one)).map(({ version, action, record, byName }) => [version, action, record, byName !== null]),
      [
        [1, 'create', '', true],
        [2, 'delete', '', true],
        [3, 'erase', '', true],
      ],
    )
  })
}

test('a word of what was erased is in no table any more, and no answer that was kept for a request', async () => {
  const word = 'Xyzzyplugh'
  const given = { ...(await sampleOf('bookings').body(app)), fullName: `${word} Byron` }
  const one: Item = (await app.call('POST', '/api/bookings', 'staff', given, { 'idempotency-key': word })).body
  await remove('bookings', one)
  assert.ok((await tablesWith(word)).length > 2)
  assert.equal((await erase(one, 'bookings')).status, 204)
  assert.deepEqual(await tablesWith(word), [])
})

/** Returns the tables in which a readable value contains a word, ignoring case. */
async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await app.db.introspection.getTables()) {
    // The vocabulary is the only readable content of the index.
    if (/_tokens_(config|data|idx|docsize)$/.test(name)) continue
    const table = /^(.+)_tokens$/.exec(name)?.[1]
    const rows = table
      ? await app.db.transaction().execute((trx) => tokensOnSqlite(trx, table))
      : (await sql`select * from ${sql.table(name)}`.execute(app.db)).rows
    if (JSON.stringify(rows).toLowerCase().includes(word.toLowerCase())) found.push(name)
  }
  return found
}

test('an image that something still shows is not erased, and the refusal says what', async () => {
  const image = await stored(app, await picture('png'))
  const film = await add('movies', { title: 'Nosferatu', image: image.url })
  await remove('images', image)
  const refused: { status: number; body: { code: string; error: string } } = await erase(image, 'images')
  assert.deepEqual([refused.status, refused.body.code], [409, 'in_use'])
  assert.match(refused.body.error, /^"Nosferatu" still uses this image/)
  await remove('movies', film)
  assert.equal((await erase(image, 'images')).status, 204)
})

test('bookings keep the words of a branch and a promo code that are erased, and their discount', async () => {
  const [branch, code] = [await add('branches', { name: 'Pier' }), await add('promo-codes', { code: 'ERASED', percentage: 30 })]
  const booking = await add('bookings', { branchName: 'Pier', promoCode: 'ERASED' })
  await remove('branches', branch)
  await remove('promo-codes', code)
  assert.equal((await erase(branch, 'branches')).status, 204)
  assert.equal((await erase(code, 'promo-codes')).status, 204)
  const now: object = (await app.call('GET', `/api/bookings/${booking._id}`, 'staff')).body
  assert.deepEqual({ ...now, ...booking }, now)
})

test('a user who is erased is gone with the browsers that they used', async () => {
  const user: Item = (await app.call('POST', '/api/users', 'super user', { username: 'gone', password: 'a-long-enough-password' })).body
  await app.db.insertInto('devices').values({ markHash: 'x', userId: user._id, usedAt: new Date().toISOString() }).execute()
  await app.call('DELETE', `/api/users/${user._id}`, 'super user')
  assert.equal((await erase(user, 'users')).status, 204)
  assert.equal((await app.call('POST', '/api/users', 'super user', { username: 'gone', password: 'a-long-enough-password' })).status, 201)
})

describe('a record that can not be taken away', () => {
  /** Returns the database with a fault: every read of a whole row of these records fails. */
  const unreadable = (ids: ReadonlySet<string>, error: Error = new SyntaxError('Ada Byron is not valid JSON')) =>
    app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) =>
        result.rows.some(({ id, version }) => version !== undefined && ids.has(String(id))) ? Promise.reject(error) : result,
    })
  const notes = () => app.db.selectFrom('failedErasures').select(['resource', 'recordId', 'reason']).execute()
  /** The records that failed. */
  async function failing(db: typeof app.db, days: { trashDays: number; retentionDays: number }, now: number): Promise<string[]> {
    const told: string[] = []
    await eraseByAge(db, days, ended, now, (...what) => told.push(what.join(' ')))
    return told
  }

  test('keeps none of the others, is told of once a day, and goes when it can', async () => {
    const [first, second, film] = [await add('branches', { name: 'First' }), await add('branches', { name: 'Second' }), await add('news')]
    for (const [name, one] of [
      ['branches', first],
      ['branches', second],
      ['news', film],
    ] as const)
      await remove(name, one)
    const broken = new Set([first._id])
    const erased = () => failing(unreadable(broken), { trashDays: 90, retentionDays: 0 }, inDays(91))
    assert.deepEqual(await erased(), [`branches ${first._id} SyntaxError`], 'nothing that the record holds is quoted')
    assert.deepEqual([await isInTrash('news', film), (await historyOf(second)).at(-1)?.action], [false, 'erase'])
    assert.deepEqual(await notes(), [{ resource: 'branches', recordId: first._id, reason: 'SyntaxError' }])
    assert.deepEqual(await erased(), [], 'the next rounds leave it out')
    const yesterday = new Date(inDays(-1) - 1000).toISOString()
    await app.db.updateTable('failedErasures').set({ triedAt: yesterday, since: '2026-01-01T00:00:00.000Z' }).execute()
    assert.deepEqual(await erased(), [`branches ${first._id} SyntaxError`], 'a day later it is tried again')
    const note = await app.db.selectFrom('failedErasures').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([note.since, note.triedAt > yesterday], ['2026-01-01T00:00:00.000Z', true])
    broken.clear()
    await app.db.updateTable('failedErasures').set({ triedAt: yesterday }).execute()
    assert.deepEqual(await erased(), [])
    assert.deepEqual([(await historyOf(first)).at(-1)?.action, await notes()], ['erase', []])
  })

  test('keeps none of those that come after it, however many of its kind there are', async () => {
    const at = new Date(inDays(-100)).toISOString()
    const rows = Array.from({ length: 103 }, (_, index) => {
      const record = { id: newId(), version: 2, createdAt: at, updatedAt: at, deletedAt: new Date(inDays(-95) + index).toISOString() }
      return { ...record, name: `Item ${index}`, nameSort: `item ${index}`, image: '', description: 'x', showFrom: '', showUntil: '' }
    })
    await app.db.insertInto('menus').values(rows).execute()
    const ids = rows.map(({ id }) => id)
    const broken = new Set(ids.slice(0, 101))
    const told = await failing(unreadable(broken), { trashDays: 90, retentionDays: 0 }, Date.now())
    assert.equal(told.length, 101)
    const left = await app.db.selectFrom('menus').select('id').where('id', 'in', ids).execute()
    assert.deepEqual(new Set(left.map(({ id }) => id)), broken)
    await app.db.deleteFrom('failedErasures').execute()
    await app.db.deleteFrom('menus').where('id', 'in', ids).execute()
  })

  test('is named in the order of its trouble, that of the longest first', async () => {
    const note = (recordId: string, since: string) => ({ resource: 'movies' as const, recordId, reason: 'Error', since, triedAt: since })
    const notes = [note('c', '2026-03-01'), note('b', '2026-02-01'), note('a', '2026-03-01')]
    await app.db.insertInto('failedErasures').values(notes).execute()
    const named = await failedErasures(app.db)
    await app.db.deleteFrom('failedErasures').execute()
    assert.deepEqual(
      named.map(({ recordId }) => recordId),
      ['b', 'a', 'c'],
    )
  })

  test('keeps no guest of whom it is time to forget', async () => {
    const [first, second] = [
      await add('bookings', { date: '2026-01-01', time: '10:00' }),
      await add('bookings', { date: '2026-01-01', time: '11:00' }),
    ]
    const told = await failing(unreadable(new Set([first._id])), { trashDays: 0, retentionDays: 30 }, Date.parse('2026-03-01T12:00:00'))
    assert.deepEqual(told, [`bookings ${first._id} SyntaxError`])
    const statuses = [first, second].map(async ({ _id }) => (await app.call('GET', `/api/bookings/${_id}`, 'staff')).status)
    assert.deepEqual(await Promise.all(statuses), [200, 404])
  })

  test('while the database is out of reach nothing is noted, and the round ends', async () => {
    const away = new DatabaseUnavailable('gone')
    const one = await add('menus')
    await remove('menus', one)
    const before = await notes()
    const unreachable = unreadable(new Set([one._id]), away)
    await assert.rejects(eraseByAge(unreachable, { trashDays: 90, retentionDays: 0 }, ended, inDays(91)), away)
    assert.deepEqual(await notes(), before)
  })

  test('where the database fails for one resource, the others have their turn', async () => {
    const [film, item, article] = [await add('movies'), await add('menus'), await add('news')]
    await remove('movies', film)
    await remove('menus', item)
    await remove('news', article)
    const away = new DatabaseUnavailable('gone')
    const partly = unreadable(new Set([film._id]), away)
    await assert.rejects(eraseByAge(partly, { trashDays: 90, retentionDays: 0 }, ended, inDays(91)), away)
    assert.deepEqual(
      [await isInTrash('movies', film), await isInTrash('menus', item), await isInTrash('news', article)],
      [true, false, false],
    )
  })

  test('that was restored meanwhile is forgotten after three days', async () => {
    const triedAt = new Date(inDays(-3) - 1000).toISOString()
    await app.db
      .insertInto('failedErasures')
      .values({ resource: 'movies', recordId: 'x', reason: 'Error', since: triedAt, triedAt })
      .execute()
    await failing(app.db, { trashDays: 0, retentionDays: 0 }, Date.now())
    assert.equal(
      (await notes()).some(({ recordId }) => recordId === 'x'),
      false,
    )
  })
})

describe('by age', () => {
  /** Returns the database with a race: after the query for a table's old records, `change` runs before these records are handled. */
  function changedMeanwhile(table: string, change: () => Promise<unknown>) {
    const asked = new WeakSet<object>()
    let changed: Promise<unknown> | undefined
    return app.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (app.db.getExecutor().compileQuery(node, queryId).sql.includes(`from "${table}"\n    where `)) asked.add(queryId)
        return node
      },
      async transformResult({ queryId, result }) {
        if (asked.has(queryId)) changed ??= change()
        await changed
        return result
      },
    })
  }

  test("what was old as it was asked for and isn't any more stays", async () => {
    const [booking, film] = [await add('bookings', { date: '2026-01-01' }), await add('movies')]
    const moved = changedMeanwhile('bookings', () =>
      app.call('PUT', `/api/bookings/${booking._id}`, 'staff', { ...booking, date: '2027-06-01' }),
    )
    await eraseByAge(moved, { trashDays: 0, retentionDays: 30 }, ended)
    const { status, body }: { status: number; body: { date: string } } = await app.call('GET', `/api/bookings/${booking._id}`, 'staff')
    assert.deepEqual([status, body.date], [200, '2027-06-01'])

    const fresh = await add('bookings', { date: '2026-01-01' })
    const mistyped = changedMeanwhile('bookings', () =>
      app.db.updateTable('bookings').set({ date: '0026-06-01' }).where('id', '=', fresh._id).execute(),
    )
    await eraseByAge(mistyped, { trashDays: 0, retentionDays: 30 }, ended)
    assert.equal((await app.call('GET', `/api/bookings/${fresh._id}`, 'staff')).status, 200, 'nor what is in a year that nobody meant')
    await remove('bookings', fresh)

    const deletedAt = new Date(inDays(-91)).toISOString()
    await remove('movies', film)
    await app.db.updateTable('movies').set({ deletedAt }).where('id', '=', film._id).execute()
    const deletedAgain = changedMeanwhile('movies', async () => {
      await app.call('POST', `/api/movies/${film._id}/restoration`, 'staff')
      await remove('movies', film)
    })
    await eraseByAge(deletedAgain, { trashDays: 90, retentionDays: 0 }, ended)
    assert.ok(await isInTrash('movies', film))
  })

  test('what has been in the trash for longer goes for good, but no image that is shown', async () => {
    const [old, image] = [await add('movies'), await stored(app, await picture('png'))]
    const film = await add('movies', { image: image.url })
    await remove('movies', old)
    await remove('images', image)
    await eraseByAge(app.db, { trashDays: 90, retentionDays: 0 }, ended, inDays(89))
    assert.ok(await isInTrash('movies', old))
    await eraseByAge(app.db, { trashDays: 0, retentionDays: 0 }, ended, inDays(999))
    assert.ok(await isInTrash('movies', old), 'never')
    await eraseByAge(app.db, { trashDays: 90, retentionDays: 0 }, ended, inDays(91))
    assert.deepEqual([await isInTrash('movies', old), await isInTrash('images', image)], [false, true])
    assert.equal((await app.call('GET', `/api/movies/${film._id}`, 'staff')).status, 200)
    assert.deepEqual((await historyOf(old)).at(-1)?.byName, null)
  })

  test('guests are forgotten when their day is long over; those in the trash too; what they used of a promo code stays counted, and so are the others', async () => {
    const code = await add('promo-codes', { code: 'COUNTED' })
    const [past, coming, deleted] = [
      await add('bookings', { date: '2026-01-01', promoCode: 'COUNTED' }),
      await add('bookings', { date: '2027-12-31' }),
      await add('bookings', { date: '2026-01-01' }),
    ]
    await remove('bookings', deleted)
    const status = async ({ _id }: Item) => (await app.call('GET', `/api/bookings/${_id}`, 'staff')).status
    // Noon, wherever the test runs: a booking's day is a day of the chain.
    const now = Date.parse('2026-01-31T12:00:00')
    await eraseByAge(app.db, { trashDays: 0, retentionDays: 30 }, ended, now)
    assert.deepEqual([await status(past), await isInTrash('bookings', deleted)], [200, true])
    await eraseByAge(app.db, { trashDays: 0, retentionDays: 29 }, ended, now)
    assert.deepEqual([await status(past), await status(coming), await isInTrash('bookings', deleted)], [404, 200, false])
    assert.deepEqual(
      (await historyOf(deleted)).map(({ record }) => record),
      ['', '', ''],
    )
    assert.equal(((await app.call('GET', `/api/promo-codes/${code._id}`, 'staff')).body as { uses: number }).uses, 1)
    const list = await app.call('GET', '/api/bookings?status=0', 'staff')
    assert.equal(Number(list.headers['x-total-count']), (list.body as Item[]).length)
  })
  test('a booking of a year that nobody meant goes by the day on which it was made', async () => {
    const [typed, deleted] = [await add('bookings'), await add('bookings')]
    await app.db.updateTable('bookings').set({ date: '0026-12-24' }).where('id', 'in', [typed._id, deleted._id]).execute()
    await remove('bookings', deleted)
    const there = async () =>
      (await app.db.selectFrom('bookings').select('id').where('id', 'in', [typed._id, deleted._id]).execute()).length
    await eraseByAge(app.db, { trashDays: 0, retentionDays: 30 }, ended)
    await eraseByAge(app.db, { trashDays: 0, retentionDays: 30 }, ended, inDays(29))
    assert.equal(await there(), 2)
    assert.equal((await app.call('GET', `/api/bookings/${typed._id}`, 'staff')).status, 200, 'it can still be read')
    await eraseByAge(app.db, { trashDays: 0, retentionDays: 30 }, ended, inDays(32))
    assert.equal(await there(), 0)
  })
})
