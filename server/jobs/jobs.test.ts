import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { migrationBackups } from '#server/backup/archives.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { newId } from '#server/db/ids.ts'
import { localMedia } from '#server/images/local-media.ts'
import { copiesFolder } from '#server/images/open-media.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { eventually, picture, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'
import { someBranch } from '#testing/some-branch.ts'
import { repeat, startJobs, tidy } from './jobs.ts'

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
    .insertInto('devices')
    .values({ markHash: 'old', userId, usedAt: daysAgo(400) })
    .execute()
  await app.db
    .insertInto('mediaClaims')
    .values({ name: 'old', purpose: 'put', until: daysAgo(1) })
    .execute()
  await app.db
    .insertInto('drafts')
    .values({ userId, id: 'old', form: '/add', content: '', at: daysAgo(8) })
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
  const devices = await app.db.selectFrom('devices').select('userId').where('markHash', '=', 'old').execute()
  const claims = await app.db.selectFrom('mediaClaims').select('name').where('name', '=', 'old').execute()
  const drafts = await app.db.selectFrom('drafts').select('id').where('id', '=', 'old').execute()
  return [sessions, attempts, keys, devices, claims, drafts].map(({ length }) => length)
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
  assert.deepEqual(await left(), [2, 1, 1, 1, 1, 1])
  await tidy(app.db, app.app.log)
  assert.deepEqual(await left(), [0, 0, 0, 0, 0, 0])
  const young = await app.db.selectFrom('idempotencyKeys').select('key').where('key', '=', 'of today').execute()
  assert.equal(young.length, 1, 'an answer is kept for a day')
  assert.equal((await app.call('GET', '/api/bookings', 'staff')).status, 200, 'sessions in use stay')
})

describe('the jobs of a server', () => {
  const day = 86_400_000

  /** Prepares work for each job that runs at the start. Returns a function that tells what is left of it. */
  async function workForAll() {
    const { _id: id }: { _id: string } = (await app.call('POST', '/api/movies', 'staff', await sampleOf('movies').body(app))).body
    await app.call('DELETE', `/api/movies/${id}`, 'staff')
    await app.db
      .updateTable('movies')
      .set({ deletedAt: daysAgo(91) })
      .where('id', '=', id)
      .execute()
    const image = await stored(app, await picture('png'))
    await app.db.updateTable('images').set({ digests: '' }).where('id', '=', image._id).execute()
    const renaming = { branchId: 'none', newName: 'x', oldName: null, byId: null, byName: null }
    await app.db
      .insertInto('branchRenamings')
      .values({ id: newId(), ...renaming })
      .execute()
    await app.db.deleteFrom('idempotencyKeys').execute()
    await leaveBehind()
    // The chain is not from today, or old files would be taken for those of another database.
    await app.db.updateTable('migrations').set({ at: '2020-01-01T00:00:00.000Z' }).execute()
    const abandoned = `${'a'.repeat(64)}/320.webp`
    await app.media.put(abandoned, Buffer.from('an image'))
    await mkdir(migrationBackups(app.dataDir), { recursive: true })
    const files = [
      join(app.dataDir, 'media', abandoned),
      join(app.incoming, 'half.upload'),
      join(migrationBackups(app.dataDir), 'before-002-chain.tar'),
    ]
    for (const file of files) {
      await writeFile(file, 'old')
      await utimes(file, new Date(), new Date(Date.now() - 40 * day))
    }
    return async () => ({
      trash: (await app.db.selectFrom('movies').select('id').where('id', '=', id).execute()).length,
      digests: (await app.db.selectFrom('images').select('id').where('digests', '=', '').execute()).length,
      renamings: (await app.db.selectFrom('branchRenamings').select('id').execute()).length,
      records: (await left()).reduce((sum, count) => sum + count, 0),
      files: files.filter((file) => existsSync(file)).length,
    })
  }
  const nothing = { trash: 0, digests: 0, renamings: 0, records: 0, files: 0 }
  const unsealed = async () => (await app.db.selectFrom('activity').select('id').where('seal', 'is', null).execute()).length
  const seals = async () => (await app.db.selectFrom('seals').select('id').execute()).length

  test('begin with it, that of the activity a minute later, and come again', async (t) => {
    await pause(500)
    const what = await workForAll()
    assert.deepEqual(await what(), { trash: 1, digests: 1, renamings: 1, records: 7, files: 3 })
    t.mock.timers.enable({ apis: ['setInterval'] })
    const end = startJobs(app, app.config, app.app.log)
    await eventually(async () => isDeepStrictEqual(await what(), nothing))
    assert.equal(await seals(), 0)
    t.mock.timers.tick(60_000)
    await eventually(async () => (await seals()) > 0 && (await unsealed()) === 0)
    const again = await workForAll()
    t.mock.timers.tick(3_600_000)
    await eventually(async () => isDeepStrictEqual(await again(), nothing))
    await end()
  })

  test('that fail are logged, stop no other, and come again', async (t) => {
    const failing = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => Promise.reject(new Error('out of reach')),
    })
    const told: string[] = []
    const log = {
      warn: ({ err }: { err: Error }, said: string) =>
        told.push(said.replace('; will retry in the next run', `: ${err.message.split(',')[0]}`)),
    } as never
    t.mock.timers.enable({ apis: ['setInterval'] })
    const end = startJobs({ ...app, db: failing, incoming: join(app.dataDir, 'nowhere') }, app.config, log)
    const [maintenance, ownFolders] = [
      'maintenance failed: out of reach',
      'could not clean up the data folder: ENOENT: no such file or directory',
    ]
    // Servers that share a database ask it for their turn first.
    const alone = isPostgres(app.db)
      ? []
      : ['could not empty the trash', 'could not delete unused images', 'could not save image checksums'].map(
          (each) => `${each}: out of reach`,
        )
    const expected = new Set([maintenance, ownFolders, ...alone])
    await eventually(() => isDeepStrictEqual(new Set(told), expected) && told.length >= 4)
    if (!isPostgres(app.db)) await eventually(() => told.filter((each) => each === maintenance).length === 6)
    told.splice(0)
    t.mock.timers.tick(60_000)
    const ofActivity = isPostgres(app.db) ? maintenance : 'could not seal the activity log: out of reach'
    await eventually(() => told.includes(ofActivity))
    await end()
  })

  test('take unrecorded images for left behind at once in a folder that is theirs alone, and after a day in a store', async (t) => {
    const [fresh, old] = [`${'a'.repeat(64)}/320.webp`, `${'b'.repeat(64)}/320.webp`]
    const file = (name: string) => join(app.dataDir, 'media', name)
    const media = await localMedia(app.dataDir)
    const copies = await localMedia(copiesFolder(app.dataDir))
    t.mock.timers.enable({ apis: ['setInterval'] })
    for (const place of [{ copies }, { copies: undefined }]) {
      for (const name of [fresh, old]) await media.put(name, Buffer.from('an image'))
      await utimes(file(old), new Date(), new Date(Date.now() - 2 * day))
      const end = startJobs({ ...app, media, ...place }, app.config, app.app.log, Date.now() + 60_000)
      // Removed one after the other, the fresh one first.
      await eventually(() => !existsSync(file(old)))
      await end()
      assert.equal(existsSync(file(fresh)), place.copies !== undefined)
    }
  })

  test('remove what was erased, and what was left half written, from the copies of a store as well', async (t) => {
    const copies = await localMedia(copiesFolder(app.dataDir))
    const [erased, shown] = [`${'c'.repeat(64)}/320.webp`, (await stored(app, await picture('png'))).url.slice('/media/'.length)]
    for (const name of [erased, shown]) await copies.put(name, Buffer.from('an image'))
    const half = join(copiesFolder(app.dataDir), 'incoming', 'half.part')
    await writeFile(half, '')
    await utimes(half, new Date(), new Date(Date.now() - 2 * day))
    t.mock.timers.enable({ apis: ['setInterval'] })
    const end = startJobs({ ...app, copies }, app.config, app.app.log)
    const isThere = (name: string) => existsSync(join(copiesFolder(app.dataDir), 'media', name))
    await eventually(() => !isThere(erased) && !existsSync(half))
    await end()
    assert.equal(isThere(shown), true)
  })

  test('tell of images that can not be read, and of those that seem to belong to another database', async (t) => {
    const told: unknown[][] = []
    const log = { warn: (what: { name?: string; images?: number }, said: string) => told.push([what.name ?? what.images, said]) } as never
    await app.db.updateTable('migrations').set({ at: new Date().toISOString() }).execute()
    const then = new Date(Date.now() - 40 * day)
    for (const letter of ['b', 'c', 'd', 'e']) {
      const name = `${letter.repeat(64)}/320.webp`
      await app.media.put(name, Buffer.from('an image'))
      await utimes(join(app.dataDir, 'media', name), then, then)
    }
    await writeFile(join(app.dataDir, 'media', 'f'.repeat(64)), '')
    t.mock.timers.enable({ apis: ['setInterval'] })
    const end = startJobs(app, app.config, log)
    await eventually(() => told.length >= 2)
    await end()
    await rm(join(app.dataDir, 'media', 'f'.repeat(64)))
    assert.deepEqual(told.slice(0, 2), [
      ['f'.repeat(64), 'skipped an image file that could not be read or deleted; will retry in the next run'],
      [4, 'the media folder contains images from another database; they were left unchanged'],
    ])
    assert.equal(existsSync(join(app.dataDir, 'media', `${'b'.repeat(64)}/320.webp`)), true)
    await app.db.updateTable('migrations').set({ at: '2020-01-01T00:00:00.000Z' }).execute()
  })

  test('tell of a record that can not be erased, by what it is and never by what is in it', async (t) => {
    const { _id: id }: { _id: string } = (await app.call('POST', '/api/movies', 'staff', await sampleOf('movies').body(app))).body
    await app.call('DELETE', `/api/movies/${id}`, 'staff')
    await app.db
      .updateTable('movies')
      .set({ deletedAt: daysAgo(91) })
      .where('id', '=', id)
      .execute()
    const unreadable = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) =>
        result.rows.some((row) => row.id === id && row.title !== undefined) ? Promise.reject(new TypeError('Nosferatu')) : result,
    })
    const told: unknown[] = []
    const log = { warn: (...words: unknown[]) => told.push(words) } as never
    t.mock.timers.enable({ apis: ['setInterval'] })
    const end = startJobs({ ...app, db: unreadable }, app.config, log)
    await eventually(() => told.length > 0)
    await end()
    const what = { resource: 'movies', id, reason: 'TypeError' }
    assert.deepEqual(told, [[what, 'could not erase a record; will retry in a day']])
    await app.db.deleteFrom('failedErasures').execute()
  })
})
