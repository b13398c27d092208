import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Image } from '#contract/images.ts'
import { buildApp } from '#server/app.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { client } from '#testing/client.ts'
import { type Fault, type FaultyStore, faultyStore } from '#testing/faulty-store.ts'
import { stopwatch } from '#testing/linux.ts'
import { filesOf, picture, spoil, stored, upload } from '#testing/pictures.ts'
import { someStore } from '#testing/store.ts'
import { askBucket } from './bucket.ts'
import { bucketMedia } from './bucket-media.ts'
import { verifyPictures } from './digests.ts'
import { localMedia } from './local-media.ts'
import { claimed } from './locked-storage.ts'
import { cached } from './media-cache.ts'
import { copiesFolder } from './open-media.ts'
import { storeAddress } from './store-address.ts'

const { settings } = await someStore()
/** In milliseconds: so long `app` waits for what never comes, where it is 7 seconds in the product, and in `whole` here. */
const timeLimit = 300

let faulty: FaultyStore
let whole: TestApp
let app: TestApp
before(async () => {
  faulty = await faultyStore(settings.MEDIA_URL)
  const address = storeAddress(faulty.url, settings)
  whole = await testApp({ store: address })
  const copies = await localMedia(copiesFolder(whole.dataDir))
  const media = cached(claimed(bucketMedia(address, timeLimit), whole.db), copies, 1e9, timeLimit)
  const impatient = await buildApp({ ...whole, media, webFolder: whole.dataDir })
  const door = client(impatient)
  app = {
    ...whole,
    media,
    app: impatient,
    async call(method, url, as = 'nobody', body, headers = {}) {
      const token = as === 'nobody' ? {} : { authorization: `Bearer ${whole.tokens[as]}` }
      const reply = await door.send(method, url, { ...token, ...headers }, body)
      return { ...reply, body: (reply.headers['content-type']?.includes('json') ? JSON.parse(reply.body) : reply.body) as never }
    },
    async close() {
      door.close()
      await impatient.close()
      await whole.close()
    },
  }
})
after(async () => {
  await app.close()
  await faulty[Symbol.asyncDispose]()
})
afterEach(() => faulty.heal())

const unreachable = { code: 'store_unavailable', error: 'Images are unavailable right now. Please try again.' }
const gallery = async (): Promise<Image[]> => (await app.call('GET', '/api/images')).body
const copied = async () => (await filesOf(copiesFolder(app.dataDir))).length

describe('while the store fails', () => {
  for (const fault of ['gone', 'silent', 'stuck', 'short', 'cut', 'long', 'busy'] as const satisfies Fault[])
    test(`a picture that isn’t here is told to be out of reach, in time and with nothing half, and is there afterwards: ${fault}`, async () => {
      const image = await stored(whole, await picture('png'))
      const before = await copied()
      faulty.fail(fault)
      const elapsed = stopwatch()
      const { status, body, headers } = await app.call('GET', image.url)
      assert.deepEqual([status, headers['cache-control'], headers['retry-after']], [503, 'no-store', '5'])
      const { code, error } = body as { code: string; error: string }
      assert.deepEqual({ code, error }, unreachable)
      assert.ok(elapsed() < 3_000)
      assert.equal(await copied(), before)
      faulty.heal()
      assert.equal((await whole.call('GET', image.url)).status, 200)
    })

  for (const fault of ['gone', 'silent', 'busy'] as const)
    test(`an upload is refused in time and leaves no record, and is taken afterwards: ${fault}`, async () => {
      const before = (await gallery()).length
      const files = [{ name: 'a.png', bytes: await picture('png', { width: 700 }) }]
      faulty.fail(fault, { method: 'PUT' })
      const elapsed = stopwatch()
      const { status, body } = await upload(app, files)
      assert.deepEqual([status, body.code, body.error, body.files[0]?.code], [503, unreachable.code, unreachable.error, unreachable.code])
      assert.ok(elapsed() < 5_000)
      assert.equal((await gallery()).length, before)
      faulty.heal()
      assert.equal((await upload(whole, files)).status, 201)
    })

  test('pictures that were looked at, and all that is no picture, are there', async () => {
    const image = await stored(whole, await picture('png'))
    assert.equal((await whole.call('GET', image.url)).status, 200)
    faulty.fail('gone')
    const { status, headers } = await app.call('GET', image.url)
    assert.deepEqual([status, headers['content-type']], [200, 'image/webp'])
    const again = await app.call('GET', image.url, 'nobody', undefined, { 'if-none-match': String(headers.etag) })
    assert.equal(again.status, 304)
    assert.ok((await gallery()).some(({ _id }) => _id === image._id))
    assert.equal((await app.call('GET', '/readyz')).status, 200)
  })
})

test('a picture that the store has lost isn’t there, is named by npm run verify, and costs no other; one that it has spoilt neither', async () => {
  const [lost, spoilt, rotten, other] = await Promise.all(
    ['lost', 'spoilt', 'rotten', 'other'].map(async (name) => stored(whole, await picture('png', { width: 200 }), `${name}.png`)),
  )
  assert.ok(lost && spoilt && rotten && other)
  await spoil(app, lost.url)
  await spoil(app, spoilt.url, Buffer.from('something else'))
  const address = storeAddress(settings.MEDIA_URL, settings)
  await askBucket(address, 5_000)('PUT', rotten.url.slice('/media/'.length), { headers: { 'x-amz-meta-sha256': '0'.repeat(64) } })
  assert.deepEqual([(await whole.call('GET', lost.url)).status, (await whole.call('GET', other.url)).status], [404, 200])
  const { findings } = await verifyPictures(app.db, bucketMedia(address))
  assert.deepEqual(findings.sort(), [
    'lost.png, 200 pixels wide, is missing',
    'rotten.png, 200 pixels wide, is damaged',
    'spoilt.png, 200 pixels wide, is damaged',
  ])
  assert.ok((await gallery()).length >= 3)
})
