import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { freePort } from '#scripts/free-port.js'
import { StoreUnavailable, storeFailure } from '#server/http/store-unavailable.ts'
import { type Fault, type FaultyStore, faultyStore } from '#testing/faulty-store.ts'
import { someStore } from '#testing/store.ts'
import { askBucket } from './bucket.ts'
import { bucketMedia, probe } from './bucket-media.ts'
import { DamagedObject, type Media } from './media.ts'
import { type StoreAddress, storeAddress } from './store-address.ts'

const { settings, address } = await someStore()
const hash = (letter: string) => letter.repeat(64)
const name = `${hash('a')}/640.webp`
const content = Buffer.from('a picture, or what a store takes for one')
/** In milliseconds, of those that wait for what never comes. */
const timeLimit = 300

const nobodys = await freePort()

let faulty: FaultyStore
let media: Media
let hasty: Media
before(async () => {
  faulty = await faultyStore(settings.MEDIA_URL)
  const through = storeAddress(faulty.url, settings)
  media = bucketMedia(through)
  hasty = bucketMedia(through, timeLimit)
})
after(() => faulty[Symbol.asyncDispose]())
afterEach(() => faulty.heal())

const read = async (one: Media, file = name) => {
  const found = await one.open(file)
  return found && (await buffer(found.stream)).toString()
}
const names = async (one: Media, of?: string) => (await Array.fromAsync(one.list(of))).map((file) => file.name)

describe('a store', () => {
  test('refuses names that lead elsewhere', async () => {
    for (const wrong of ['../../secret.webp', `${hash('a')}/../../x.webp`, `${hash('A')}/640.webp`, '', `${hash('a')}/640.webp?acl`]) {
      await assert.rejects(media.put(wrong, content), /is not a valid image file name/)
      assert.equal(await media.open(wrong), undefined)
      await assert.rejects(media.remove({ name: wrong, bytes: 0, putAt: 0 }), /is not a valid image file name/)
    }
    assert.deepEqual(await names(media), [])
  })

  test('gives back what was put, replaces it, lists it and removes it', async () => {
    await media.put(name, Buffer.from('old'))
    await media.put(name, content)
    const file = await media.open(name)
    assert.equal(file?.size, content.length)
    assert.deepEqual(await buffer(file.stream), content)
    await media.put(`${hash('b')}/320.webp`, content)
    const [listed, ...others] = await Array.fromAsync(media.list(hash('a')))
    assert.deepEqual([listed?.name, listed?.bytes, others], [name, content.length, []])
    assert.ok(Math.abs(listed!.putAt - Date.now()) < 5_000, 'it is told when it was put')
    assert.deepEqual(await names(media), [name, `${hash('b')}/320.webp`])
    await media.remove(listed!)
    assert.equal(await media.open(name), undefined)
    await media.remove(listed!)
  })

  test('lists more than fits into one answer, the files of an image one after the other, and nothing else', async () => {
    const files = ['c', 'd', 'e'].flatMap((letter) => [320, 640].map((width) => `${hash(letter)}/${width}.webp`))
    await Promise.all(files.map((file) => media.put(file, content)))
    await askBucket(address, 5_000)('PUT', 'notes.txt', { body: content })
    const paged = bucketMedia(address, 5_000, 2)
    const all = await names(paged)
    assert.deepEqual(
      all.filter((each) => files.includes(each)),
      files,
    )
    assert.ok(all.every((each) => each.endsWith('.webp')))
  })

  test('notices what isn’t as it was put', async () => {
    await media.put(name, content)
    // A corrupting disk of a store changes the bytes, but keeps the original metadata.
    const digest = { 'x-amz-meta-sha256': '0'.repeat(64) }
    await askBucket(address, 5_000)('PUT', name, { body: content, headers: digest })
    await assert.rejects(read(media), DamagedObject)
  })
})

/** The faults that only a time limit reveals. */
const waits = (fault: Fault) => ['silent', 'stuck', 'long'].includes(fault)

describe('a store that fails', () => {
  before(() => media.put(name, content))

  for (const [fault, reason] of [
    ['gone', /ECONNRESET|UND_ERR_SOCKET/],
    ['short', /UND_ERR_SOCKET after 20 of 40 bytes/],
    ['cut', /20 bytes that differ from the uploaded ones/],
    ['busy', /SlowDown/],
    // Faults that end in a timeout may come before or after the half that does arrive.
    ['silent', /no response in time/],
    ['stuck', /no response in time/],
    ['long', /no response in time/],
  ] as const satisfies [Fault, RegExp][])
    test(`is told of, in time and with what it asked for: ${fault}`, async () => {
      faulty.fail(fault)
      await assert.rejects(read(waits(fault) ? hasty : media), (error: Error) => {
        assert.ok(error instanceof StoreUnavailable)
        assert.match(error.message, reason)
        assert.match(error.message, /GET .*a\/640\.webp/)
        return true
      })
      faulty.heal()
      assert.equal(await read(media), content.toString(), 'afterwards all is well')
    })

  for (const fault of ['gone', 'silent', 'busy', 'lost'] as const)
    test(`takes nothing: ${fault}`, async () => {
      faulty.fail(fault, { method: 'PUT' })
      await assert.rejects(hasty.put(name, content), StoreUnavailable)
    })

  test('twice is asked a third time', async () => {
    for (const fault of ['gone', 'busy'] as const) {
      faulty.fail(fault, { times: 2 })
      assert.equal(await read(media), content.toString())
      faulty.fail(fault, { times: 2 })
      await media.put(name, content)
    }
  })

  test('has no list of its files, rather than a part of it', async () => {
    for (const fault of ['silent', 'stuck', 'short', 'cut', 'busy'] as const) {
      faulty.fail(fault)
      await assert.rejects(names(waits(fault) ? hasty : media), StoreUnavailable, fault)
    }
  })

  test('whose whole bucket is gone has not just lost a picture', async () => {
    const gone = bucketMedia({ ...address, bucket: `${address.bucket}-gone` })
    await assert.rejects(gone.open(name), /NoSuchBucket/)
  })
})

describe('what is wrong with the settings is told in a sentence:', () => {
  for (const [what, change, sentence] of [
    ['the secret', { secretAccessKey: 'wrong' }, /AWS_SECRET_ACCESS_KEY is wrong/],
    ['the key', { accessKeyId: 'nobody' }, /AWS_ACCESS_KEY_ID/],
    ['the bucket', { bucket: `${address.bucket}-gone` }, /at MEDIA_URL has no bucket with that name/],
    ['the host', { bucket: 'http://store.invalid/bucket' }, /MEDIA_URL names an unknown host/],
    [
      'the port',
      { bucket: `http://127.0.0.1:${nobodys}/bucket` },
      /the store at MEDIA_URL returned an unexpected response \(ECONNREFUSED\)/,
    ],
  ] as const satisfies [string, Partial<StoreAddress>, RegExp][])
    test(what, async () => {
      await assert.rejects(probe({ ...address, ...change }, 5_000), (error: Error) => {
        assert.ok(error instanceof StoreUnavailable)
        assert.match(storeFailure(error), sentence)
        return true
      })
    })

  test('the endpoint, where no S3 store answers', async () => {
    const web = createServer((_request, answer) => answer.end('<h1>Welcome</h1>')).listen(0, '127.0.0.1')
    await once(web, 'listening')
    const { port } = web.address() as AddressInfo
    await assert.rejects(probe({ ...address, bucket: `http://127.0.0.1:${port}/bucket` }, 5_000), /an incomplete list/)
    web.closeAllConnections()
    web.close()
  })
})
