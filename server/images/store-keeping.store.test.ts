import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { renditions } from '#contract/pictures.ts'
import { backUp } from '#server/backup/backup.ts'
import { examine } from '#server/backup/examine.ts'
import { restore } from '#server/backup/restore.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { openProduct } from '#server/startup/product.ts'
import { startFailure } from '#server/startup/start-failure.ts'
import { freshDatabase, type TestApp, testApp } from '#testing/app.ts'
import { faultyStore } from '#testing/faulty-store.ts'
import { eventually, filesOf, picture, spoil, stored } from '#testing/pictures.ts'
import { someStore } from '#testing/store.ts'
import { askBucket } from './bucket.ts'
import { bucketMedia } from './bucket-media.ts'
import { verifyPictures } from './digests.ts'
import { localMedia } from './local-media.ts'
import { copiesFolder, mediaFor, reachStore } from './open-media.ts'
import { type StoreAddress, storeAddress } from './store-address.ts'
import { safeAge, sweep } from './sweep.ts'

const { settings, address } = await someStore()
let app: TestApp
let raw: Awaited<ReturnType<typeof mediaFor>>
before(async () => {
  app = await testApp()
  raw = await mediaFor(app.config)
  // The chain is not from today, or files that are older than its database would be taken for another one's.
  await app.db.updateTable('migrations').set({ at: '2020-01-01T00:00:00.000Z' }).execute()
})
after(() => app.close())

const inStore = async () => (await Array.fromAsync(raw.list())).map(({ name }) => name)
const nobodys = (letter: string) => `${letter.repeat(64)}/320.webp`
const fileOf = (url: string) => url.slice('/media/'.length)
const filesFor = (...urls: string[]) => urls.flatMap((url) => renditions(url).map((each) => fileOf(each.url))).sort()

describe('the sweep of a store', () => {
  test('removes what no image names once it is old, and keeps what is younger, and what a server may be putting', async () => {
    const { url } = await stored(app, await picture('png', { width: 700 }))
    await raw.put(nobodys('a'), Buffer.from('left by a server that died'))
    await sweep(app.db, app.media, Date.now() - safeAge.media)
    assert.deepEqual((await inStore()).sort(), [...filesFor(url), nobodys('a')].sort())
    // Old enough by the store's clock, however far that is from ours; but a server has just put one of the two.
    await app.media.put(nobodys('b'), Buffer.from('of an upload that is under way'))
    await sweep(app.db, app.media, Number.POSITIVE_INFINITY)
    assert.deepEqual((await inStore()).sort(), [...filesFor(url), nobodys('b')].sort())
  })

  test('of everything that no image names, again and again, takes nothing from uploads at the same time', async () => {
    let isOver = false
    const sweeping = (async () => {
      while (!isOver) await sweep(app.db, app.media, Number.POSITIVE_INFINITY)
    })()
    for (let round = 0; round < 5; round++)
      await Promise.all([1, 2, 3, 4].map(async () => stored(app, await picture('png', { width: 700 }))))
    isOver = true
    await sweeping
    assert.deepEqual((await verifyPictures(app.db, raw)).findings, [])
  })

  test('goes on without files that were listed and are gone', async () => {
    await raw.put(nobodys('c'), Buffer.from('x'))
    const media = { ...app.media, list: () => listed.values() as never }
    const listed = await Array.fromAsync(raw.list())
    for (const file of listed) if (file.name === nobodys('c')) await raw.remove(file)
    await sweep(app.db, media, Number.POSITIVE_INFINITY)
  })
})

test('a picture that was erased goes from this server’s copies as well, and the others stay', async () => {
  const [erased, other] = [await stored(app, await picture('png')), await stored(app, await picture('png'))]
  for (const { url } of [erased, other]) assert.equal((await app.call('GET', url)).status, 200)
  await app.call('DELETE', `/api/images/${erased._id}`, 'staff')
  assert.equal((await app.call('POST', `/api/images/${erased._id}/erasure`, 'super user')).status, 204)
  const end = startJobs(app, app.config, app.app.log)
  const kept = async () => (await filesOf(copiesFolder(app.dataDir))).map((path) => path.split(/[\\/]/).slice(1).join('/'))
  await eventually(async () => !(await kept()).includes(fileOf(erased.url)))
  await end()
  assert.ok((await kept()).includes(fileOf(other.url)))
})

describe('backups', () => {
  test('take the pictures out of a store, and bring them into a folder or into another store', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'moviebox-backup-'))
    t.after(() => rm(folder, { recursive: true }))
    const [kept, lost, spoilt] = await Promise.all([200, 210, 220].map(async (width) => stored(app, await picture('png', { width }))))
    assert.ok(kept && lost && spoilt && app.config.store)
    // Unavailable or damaged files are missing from the backup, and cost no other file.
    await spoil(app, lost.url)
    await askBucket(app.config.store, 5_000)('PUT', fileOf(spoilt.url), { headers: { 'x-amz-meta-sha256': '0'.repeat(64) } })
    const path = join(folder, 'chain.tar')
    const { pictures, missing } = await backUp(path, { db: app.db, media: raw })
    assert.ok(pictures?.some(({ name }) => name === fileOf(kept.url)))
    assert.deepEqual(missing.sort(), [lost, spoilt].map(({ url }) => fileOf(url)).sort())
    for (const [nth, media] of [bucketMedia(address), await localMedia(join(folder, 'there'))].entries()) {
      const dataDir = await mkdtemp(join(folder, `${nth}-`))
      const database = await freshDatabase()
      t.after(database.drop)
      await restore(path, await examine(path), { databaseUrl: database.url, dataDir, media })
      const restored = await openProduct({ ...app.config, dataDir, databaseUrl: database.url })
      const { files, findings } = await verifyPictures(restored.db, media)
      assert.deepEqual([findings.length, files], [2, pictures!.length + 2])
      await restored.close()
    }
  })
})

describe('at the start', () => {
  const times = { longest: 2_000, between: 20, each: 1_000 }

  test('a server waits for its store, and says so once', async () => {
    await using faulty = await faultyStore(settings.MEDIA_URL)
    faulty.fail('gone', { times: 5 })
    const told: string[] = []
    await reachStore(storeAddress(faulty.url, settings), (sentence) => told.push(sentence), times)
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /^Waiting up to 2 seconds for the image store: the store at MEDIA_URL returned/)
  })

  for (const [what, change, sentence] of [
    ['key', { secretAccessKey: 'wrong' }, /AWS_SECRET_ACCESS_KEY is wrong\.$/],
    ['bucket', { bucket: `${address.bucket}-gone` }, /MEDIA_URL has no bucket with that name\.$/],
    ['endpoint', { bucket: 'http://store.invalid/pictures' }, /MEDIA_URL names an unknown host\.$/],
  ] as const satisfies [string, Partial<StoreAddress>, RegExp][])
    test(`a wrong ${what} is told in one sentence that names the variable, after the time that it waits`, async () => {
      const told: string[] = []
      const begun = performance.now()
      const waiting = reachStore({ ...address, ...change }, (sentence) => told.push(sentence), { ...times, longest: 500 })
      await assert.rejects(waiting, (error: Error) => {
        assert.ok(error instanceof StoreUnavailable)
        assert.match(startFailure(error) ?? '', /^MovieBox can't start: [^\n]*$/)
        assert.match(startFailure(error) ?? '', sentence)
        return true
      })
      assert.ok(performance.now() - begun >= 500)
      assert.equal(told.length, 1)
      assert.match(told[0] ?? '', sentence)
    })
})

test('what the product says of its store has no secret in it', async () => {
  const failed = await bucketMedia({ ...address, secretAccessKey: 'swordfish', sessionToken: 'barracuda' })
    .open(nobodys('a'))
    .catch((error: Error) => error)
  assert.ok(failed instanceof StoreUnavailable)
  assert.doesNotMatch(`${failed.message} ${failed.stack} ${startFailure(failed)}`, /swordfish|barracuda|Signature=/)
})
