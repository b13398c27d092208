import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { backUp } from '#server/backup/backup.ts'
import { examine } from '#server/backup/examine.ts'
import { restore } from '#server/backup/restore.ts'
import { idOf, newId } from '#server/db/ids.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { localMedia } from '#server/images/local-media.ts'
import { freshDatabase, type TestApp, testApp } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'
import { digestOf, gather, gatherLate, recently, recordAuditEvent } from './events.ts'
import { activityKeeper, keepActivity } from './job.ts'
import { countLines, seal, sealedLine, sealOf } from './seals.ts'
import { verifyActivity } from './verify.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  for (let i = 0; i < 3; i++) {
    await work(`Film ${i}`)
    await keepActivity(app.db, '')
  }
})
after(() => app.close())

type Item = { _id: string }
const film = { title: 'Heat', genre: 'Crime', image: '', description: 'x', trailerUrl: 'https://example.org' }
const password = 'a-long-enough-password'

/** Something of everything. */
async function work(title: string): Promise<Item> {
  const one: Item = (await app.call('POST', '/api/movies', 'staff', { ...film, title })).body
  await app.call('PUT', `/api/movies/${one._id}`, 'staff', { ...film, title: `${title} again` })
  await app.call('POST', '/api/login', 'nobody', { username: 'admin', password: 'wrong' })
  return one
}

const sealed = () => app.db.selectFrom('activity').selectAll().where('seal', 'is not', null).orderBy('seal').orderBy('id').execute()

async function finding(): Promise<string> {
  const result = await verifyActivity(app.db)
  return 'finding' in result ? result.finding : ''
}

/** Tampers with the tables, returns the finding of a verification, and restores the tables. */
async function found(tampering: (db: Database) => Promise<unknown>): Promise<string> {
  const names = ['seals', 'activity', 'history'] as const
  const tables = await Promise.all(names.map((name) => app.db.selectFrom(name).selectAll().execute()))
  await tampering(app.db)
  const told = await finding()
  for (const [at, name] of names.entries()) {
    await app.db.deleteFrom(name).execute()
    await app.db
      .insertInto(name)
      .values(tables[at] as never)
      .execute()
  }
  assert.equal(await finding(), '')
  return told
}

test('every line is in a seal once, and all of it is as it was written', async () => {
  const seals = await app.db.selectFrom('seals').selectAll().orderBy('id').execute()
  assert.deepEqual(
    seals.map(({ id }) => Number(id)),
    [1, 2, 3],
  )
  const lines = seals.flatMap((each) => each.lines.split('\n')).map((line) => line.split(' ')[0])
  const ids = (await app.db.selectFrom('activity').select('id').execute()).map(({ id }) => id)
  assert.deepEqual(lines.toSorted(), ids.toSorted())
  const entries = (await app.db.selectFrom('history').select('id').execute()).map(({ id }) => id)
  assert.deepEqual(
    entries.filter((id) => !ids.includes(id)),
    [],
  )
  assert.deepEqual(await verifyActivity(app.db), { lines: ids.length, seal: seals.at(-1)?.hash })
  const salts = await app.db.selectFrom('activity').select('salt').execute()
  assert.deepEqual(
    [new Set(salts.map(({ salt }) => salt)).size, new Set(salts.map(({ salt }) => salt.length))],
    [ids.length, new Set([22])],
  )
})

describe('it is found, with the first line that it concerns,', () => {
  for (const [what, tampering, told] of [
    [
      'where a line was changed',
      async (db) => {
        const [, , line] = await sealed()
        await db
          .updateTable('activity')
          .set({ byName: 'somebody' })
          .where('id', '=', line?.id ?? '')
          .execute()
      },
      /^the entry of 20\S+ \(\S+ by somebody\) was changed$/,
    ],
    [
      'where the history was changed',
      (db) => db.updateTable('history').set({ byName: 'somebody' }).where('action', '=', 'update').execute(),
      /^the version that belongs to the entry of 20\S+ \(update by staff\) was changed$/,
    ],
    [
      'where what a version was is another',
      (db) => db.updateTable('history').set({ record: '{"title":"Hate"}' }).where('action', '=', 'update').execute(),
      /^the content of the version that belongs to the entry of 20\S+ \(update by staff\) was changed$/,
    ],
    [
      'where what a version was is gone, and nobody has erased it',
      (db) => db.updateTable('history').set({ record: '' }).where('action', '=', 'update').execute(),
      /^the content of the version that belongs to the entry of 20\S+ \(update by staff\) was changed$/,
    ],
    [
      'where the place that somebody tried to sign in from is another',
      (db) => db.updateTable('activity').set({ details: '{"address":"10.0.0.1"}' }).where('kind', '=', 'failed sign-in').execute(),
      /^the content of the version that belongs to the entry of 20\S+ \(failed sign-in by admin\) was changed$/,
    ],
    [
      'where a line was given words of its own, which would be shown in place of what the history tells',
      (db) => db.updateTable('activity').set({ details: '{"byName":"somebody"}' }).where('kind', '=', 'update').execute(),
      /^the content of the version that belongs to the entry of 20\S+ \(update by staff\) was changed$/,
    ],
    [
      'where a line is missing',
      (db) => db.deleteFrom('activity').where('kind', '=', 'failed sign-in').execute(),
      /^the entry of 20\S+ is missing$/,
    ],
    [
      'where one of the history is missing',
      (db) => db.deleteFrom('history').where('action', '=', 'update').execute(),
      /^the version that belongs to the entry of 20\S+ \(update by staff\) is missing$/,
    ],
    [
      'where the last lines are missing with their seals',
      async (db) => {
        const lines = await sealed()
        const last = lines.filter((line) => line.seal === lines.at(-1)?.seal).map(({ id }) => id)
        await db.deleteFrom('history').where('id', 'in', last).execute()
        await db.deleteFrom('activity').where('id', 'in', last).execute()
        await db
          .deleteFrom('seals')
          .where('id', '=', lines.at(-1)?.seal ?? '')
          .execute()
      },
      /^the history of movies \S+ does not contain every version$/,
    ],
    [
      'where a line was put into a seal',
      async (db) => {
        const [line] = await sealed()
        if (line)
          await db
            .insertInto('activity')
            .values({ ...line, id: newId(), byName: 'put-in' })
            .execute()
      },
      /^the entry of 20\S+ \(\S+ by put-in\) was inserted later$/,
    ],
    [
      'where a version was put in',
      async (db) => {
        const entry = await db.selectFrom('history').selectAll().where('action', '=', 'update').limit(1).executeTakeFirstOrThrow()
        await db
          .insertInto('history')
          .values({ ...entry, id: newId(), version: 3 })
          .execute()
      },
      /^the history of movies \S+ does not contain every version$/,
    ],
    [
      'where a record was put in',
      async (db) => {
        const entry = await db.selectFrom('history').selectAll().where('version', '=', 1).limit(1).executeTakeFirstOrThrow()
        await db
          .insertInto('history')
          .values({ ...entry, id: newId(), recordId: 'made-up' })
          .execute()
      },
      /^\S+ made-up is missing and was never erased$/,
    ],
    [
      'where a seal was changed',
      (db) => db.updateTable('seals').set({ at: '2020' }).where('id', 'like', '%2').execute(),
      /^seal 2 was changed$/,
    ],
    [
      'where the number of lines in the last seal was changed, and its hash made anew',
      async (db) => {
        const [last, before] = await db.selectFrom('seals').selectAll().orderBy('id', 'desc').limit(2).execute()
        if (!last) return
        const total = last.total + 1
        await db
          .updateTable('seals')
          .set({ total, hash: sealOf({ ...last, total }, before?.hash) })
          .where('id', '=', last.id)
          .execute()
      },
      /^seal 3 was changed$/,
    ],
    ['where a seal is missing', (db) => db.deleteFrom('seals').where('id', 'like', '%2').execute(), /^seal 2 is missing$/],
    [
      'where the last seal is missing',
      (db) => db.deleteFrom('seals').where('id', 'like', '%3').execute(),
      /^the seal of the entry of 20\S+ \(\S+ by \S+\) is missing$/,
    ],
    [
      'where a line was put beside the seals',
      async (db) => {
        const [line] = await sealed()
        if (line)
          await db
            .insertInto('activity')
            .values({ ...line, id: newId(), byName: 'put-in', seal: '0' })
            .execute()
      },
      /^the seal of the entry of 20\S+ \(\S+ by put-in\) is missing$/,
    ],
  ] as [string, (db: Database) => Promise<unknown>, RegExp][]) {
    test(what, async () => assert.match(await found(tampering), told))
  }

  test('where all seals were made anew, by whoever has kept one of before', async () => {
    const before = await verifyActivity(app.db)
    const kept = 'seal' in before ? before.seal : ''
    await found(async (db) => {
      await db.updateTable('activity').set({ seal: null, at: '2020-01-01T00:00:00.000Z' }).where('version', '=', 0).execute()
      await db.updateTable('activity').set({ seal: null }).execute()
      await db.deleteFrom('seals').execute()
      await seal(db)
      assert.equal(await finding(), '', 'nothing in the database tells')
      assert.deepEqual(await verifyActivity(db, kept), { finding: `seal ${kept} no longer exists` })
    })
    assert.deepEqual(await verifyActivity(app.db, kept), before)
  })
})

describe('in lines that wait for their seal it is found', () => {
  for (const [what, tampering, told] of [
    [
      'where a version was changed',
      (db, id) => db.updateTable('history').set({ record: '{"title":"Hate"}' }).where('id', '=', id).execute(),
      /^the content of the version that belongs to the entry of 20\S+ \(create by staff\) was changed$/,
    ],
    [
      'where its author was changed',
      (db, id) => db.updateTable('history').set({ byName: 'somebody' }).where('id', '=', id).execute(),
      /^the version that belongs to the entry of 20\S+ \(create by staff\) was changed$/,
    ],
    [
      'where it is gone',
      (db, id) => db.deleteFrom('history').where('id', '=', id).execute(),
      /^the version that belongs to the entry of 20\S+ \(create by staff\) is missing$/,
    ],
  ] as [string, (db: Database, id: string) => Promise<unknown>, RegExp][]) {
    test(what, async () => {
      await work('Unsealed')
      await gather(app.db, await recently(app.db))
      const { id } = await app.db
        .selectFrom('activity')
        .select('id')
        .where('kind', '=', 'create')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      assert.match(await found((db) => tampering(db, id)), told)
      await keepActivity(app.db, await recently(app.db))
    })
  }
})

test('any earlier seal is a sign that all before it is still the same, and a made-up one is none', async () => {
  const seals = await app.db.selectFrom('seals').select('hash').orderBy('id').execute()
  assert.ok(seals.length >= 3)
  for (const { hash } of seals) assert.ok('seal' in (await verifyActivity(app.db, hash)), hash)
  assert.deepEqual(await verifyActivity(app.db, 'made up'), { finding: 'seal made up no longer exists' })
})

test('what waits to be sealed is sealed in one round, however much it is, and the total counts each line once', async () => {
  await transact(app.db, undefined, async (trx) => {
    for (let i = 0; i < 520; i++) await recordAuditEvent(trx, { kind: 'sign-in', by: null })
  })
  const lines = await countLines(app.db)
  await keepActivity(app.db, await recently(app.db))
  const { unsealed } = await app.db
    .selectFrom('activity')
    .where('seal', 'is', null)
    .select((eb) => eb.fn.countAll().as('unsealed'))
    .executeTakeFirstOrThrow()
  const all = (await app.db.selectFrom('activity').select('id').execute()).length
  assert.deepEqual([Number(unsealed), lines, await countLines(app.db)], [0, all, all])
})

test('rounds of two servers at the same moment gather each change once', async () => {
  const { _id } = await work('Twice')
  const after = await recently(app.db)
  await Promise.all(Array.from({ length: 4 }, () => gather(app.db, after)))
  const lines = await app.db.selectFrom('activity').select('version').where('recordId', '=', _id).execute()
  assert.deepEqual(lines.map(({ version }) => version).toSorted(), [1, 2])
})

test('a round that fails is logged, and the next one makes up for it', async () => {
  await work('Later')
  const failing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(new Error('no space left')),
  }
  const told: unknown[] = []
  const log = { warn: ({ err }: { err: Error }) => told.push(err.message) } as unknown as FastifyBaseLogger
  const signal = new AbortController().signal
  await activityKeeper(app.db.withPlugin(failing), log, signal)()
  assert.deepEqual(told, ['no space left'])
  await activityKeeper(app.db, log, AbortSignal.abort())()
  const waiting = () => app.db.selectFrom('activity').select('id').where('seal', 'is', null).execute()
  const lines = async () => (await app.db.selectFrom('activity').select('id').execute()).length
  const before = await lines()
  await activityKeeper(app.db, log, signal)()
  assert.deepEqual([await waiting(), (await lines()) > before, told.length], [[], true, 1])
})

test('a seal tells the time before it was gathered for, so that the next round misses nothing of what came meanwhile', async () => {
  let begun = 0
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (begun === 0) {
        begun = Date.now()
        await pause(300)
      }
      return result
    },
  }
  await work('Slow')
  await keepActivity(app.db.withPlugin(slow), await recently(app.db))
  const { at } = await app.db.selectFrom('seals').select('at').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  assert.ok(Date.parse(at) < begun + 150, `${Date.parse(at) - begun} ms later`)
})

test('erasing breaks no seal: a booking, a film, a user', async () => {
  const { _id } = await work('Gone')
  const user: Item = (await app.call('POST', '/api/users', 'super user', { username: 'gone', password })).body
  await ownPasswords(app)
  const { token }: { token: string } = (await app.call('POST', '/api/login', 'nobody', { username: 'gone', password })).body
  assert.equal((await app.call('POST', '/api/movies', 'nobody', film, { authorization: `Bearer ${token}` })).status, 201)
  const [session]: Item[] = (await app.call('GET', `/api/sessions?user=${user._id}`, 'super user')).body
  await app.call('DELETE', `/api/sessions/${session?._id}`, 'super user')
  await app.call('DELETE', `/api/sessions?user=${user._id}`, 'super user')
  await keepActivity(app.db, await recently(app.db))
  for (const path of [`movies/${_id}`, `users/${user._id}`]) {
    await app.call('DELETE', `/api/${path}`, 'super user')
    assert.equal((await app.call('POST', `/api/${path}/erasure`, 'super user')).status, 204)
    assert.equal(await finding(), '', path)
  }
  await keepActivity(app.db, await recently(app.db))
  assert.equal(await finding(), '')
})

test('a line that comes late is found by the comparison of all of it and by no round, and sealed later: nothing before has to change', async () => {
  const before = await app.db.selectFrom('seals').selectAll().orderBy('id').execute()
  const late = await app.db.selectFrom('history').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
  const movie: Item = (await app.call('POST', '/api/movies', 'staff', film)).body
  const id = idOf(Date.parse('2020-02-02T00:00:00Z'))
  await app.db.updateTable('history').set({ id, at: '2020-02-02T00:00:00.000Z' }).where('recordId', '=', movie._id).execute()
  const keep = activityKeeper(app.db, app.app.log, new AbortController().signal)
  for (let rounds = 0; rounds < 61; rounds++) await keep()
  assert.equal(
    (await sealed()).find((line) => line.id === id),
    undefined,
    'not among what is new since the last seal',
  )
  assert.equal(await gatherLate(app.db), 1, 'which `npm run verify` finds')
  assert.equal(await gatherLate(app.db), 0)
  await keep()
  const line = (await sealed()).find((each) => each.id === id)
  assert.ok(line && line.id < late.id && Number(line.seal) > before.length)
  assert.deepEqual((await app.db.selectFrom('seals').selectAll().orderBy('id').execute()).slice(0, before.length), before)
  assert.equal(await finding(), '')
})

test('what was begun before others and stored after they were sealed comes with the next round', async () => {
  // Two minutes are allowed.
  const slow = idOf(Date.now() - 100_000)
  await work('Quick')
  await keepActivity(app.db, await recently(app.db))
  const movie: Item = (await app.call('POST', '/api/movies', 'staff', film)).body
  await app.db.updateTable('history').set({ id: slow }).where('recordId', '=', movie._id).execute()
  await keepActivity(app.db, await recently(app.db))
  const lines = await sealed()
  assert.equal(lines.find(({ id }) => id === slow)?.seal, lines.at(-1)?.seal)
  assert.equal(await finding(), '')
})

test('a clock that was ahead for a while, and was set back, keeps nothing from being found', async () => {
  await transact(app.db, undefined, (trx) => recordAuditEvent(trx, { kind: 'sign-in', by: null, id: idOf(Date.now() + 86_400_000) }))
  const { _id } = await work('After')
  await keepActivity(app.db, await recently(app.db))
  assert.equal((await sealed()).filter(({ recordId }) => recordId === _id).length, 2)
  assert.equal(await finding(), '')
})

test('after a seal of a clock that was ahead, changes are still gathered', async () => {
  const { id, at } = await app.db.selectFrom('seals').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const sealedAt = (time: string) => app.db.updateTable('seals').set({ at: time }).where('id', '=', id).execute()
  await sealedAt(new Date(Date.now() + 3_600_000).toISOString())
  const { _id } = await work('After that seal')
  const { body } = await app.call('GET', '/api/activity', 'super user')
  await sealedAt(at)
  assert.ok((body as { recordId: string }[]).some(({ recordId }) => recordId === _id))
})

test('two servers that gather and seal at once, while people work, make one chain', async (t) => {
  const url = app.config.databaseUrl
  const other = openDatabase({ url, file: join(app.dataDir, 'moviebox.sqlite') })
  t.after(() => other.destroy())
  const rounds = async (db: Database) => {
    for (let i = 0; i < 4; i++) await keepActivity(db, i % 2 ? '' : await recently(db))
  }
  const people = Array.from({ length: 12 }, async (_, i) => work(`Busy ${i}`))
  await Promise.all([rounds(app.db), rounds(other), ...people])
  await keepActivity(app.db, '')
  assert.equal(await finding(), '')
  const entries = await app.db.selectFrom('history').select('id').execute()
  const lines = new Set((await sealed()).map(({ id }) => id))
  assert.ok(entries.every(({ id }) => lines.has(id)))
})

test('what is sealed while all of it is compared is no finding', async () => {
  let isSealed = false
  /** Comes between the first answer, which has the seals, and all that is asked later. */
  const meanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isSealed) return result
      isSealed = true
      await transact(app.db, undefined, (trx) => recordAuditEvent(trx, { kind: 'sign-in', by: null }))
      await seal(app.db)
      return result
    },
  }
  assert.ok('seal' in (await verifyActivity(app.db.withPlugin(meanwhile))))
  assert.ok(isSealed)
})

test('a change that fails leaves no line', async () => {
  const before = await app.db.selectFrom('activity').select('id').execute()
  const failing = transact(app.db, undefined, async (trx) => {
    await recordAuditEvent(trx, { kind: 'sign-in', by: null })
    throw new Error('it failed')
  })
  await assert.rejects(failing, /it failed/)
  assert.equal((await app.db.selectFrom('activity').select('id').execute()).length, before.length)
})

test('the seals hold in a backup that was restored, on the other kind of database and back again', async (t) => {
  await keepActivity(app.db, '')
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-seals-'))
  t.after(() => rm(folder, { recursive: true }))
  const database = await freshDatabase()
  t.after(database.drop)
  const expected = await verifyActivity(app.db)
  await backUp(join(folder, '0.tar'), { db: app.db, media: undefined })
  // PostgreSQL's goes into SQLite, and from there into PostgreSQL; there is none where the tests run on SQLite.
  for (const [at, databaseUrl] of [undefined, database.url].entries()) {
    const [path, dataDir] = [join(folder, `${at}.tar`), join(folder, `${at}`)]
    await restore(path, await examine(path), { databaseUrl, dataDir, media: await localMedia(dataDir) })
    const db = openDatabase({ url: databaseUrl, file: join(dataDir, 'moviebox.sqlite') })
    assert.deepEqual(await verifyActivity(db), expected)
    await gather(db, '')
    assert.deepEqual(await verifyActivity(db), expected)
    await backUp(join(folder, `${at + 1}.tar`), { db, media: undefined })
    await db.destroy()
  }
})

test('what was sealed once is sealed the same for ever', () => {
  const line = { id: 'a', at: '2026', byId: null, byName: 'Ånna', kind: 'create', resource: 'movies', recordId: 'b', version: 1 } as const
  const digest = digestOf('salt', '{"title":"Häxan"}')
  assert.equal(digest, 'sSNHj-dqdaNuIYRZLMq38L_UI_a28psD49oBhlHhu_E')
  assert.equal(
    sealedLine({ ...line, digest, details: '', salt: '', batch: null, seal: null }),
    'a zAxTM9sc5npG9uJCOTogw1jQ-XWf0ieoUDSdb8_xaHg',
  )
  const made = { id: '0000000002', at: '2026-11-22T10:00:00.000Z', total: 252, lines: 'a b\nc d' }
  assert.equal(sealOf(made, 'before'), 'YUdi42gvGtq_-2yEQlXPbQSm1V8VmylIwLwtpETDQl0')
})
