import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { faultyStore } from '#testing/faulty-store.ts'
import { filesOf } from '#testing/pictures.ts'
import { someStore } from '#testing/store.ts'
import { askBucket } from './bucket.ts'
import { bucketMedia } from './bucket-media.ts'
import { copyMedia } from './copy-media.ts'
import { type LocalMedia, localMedia } from './local-media.ts'
import { storeAddress } from './store-address.ts'

const { settings, address } = await someStore()
const store = bucketMedia(address)
const nameOf = (n: number) => `${n.toString(16).padStart(64, '0')}/320.webp`
const inStore = async () => (await Array.fromAsync(store.list())).map(({ name }) => name)

let folder: string
let here: LocalMedia
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-copying-'))
  here = await localMedia(join(folder, 'here'))
  for (let n = 0; n < 30; n++) await here.put(nameOf(n), Buffer.from(`picture ${n}`))
})
after(() => rm(folder, { recursive: true }))

/** Runs the command in a process. Returns its output and its exit code. */
async function command(...words: string[]): Promise<{ said: string; code: number }> {
  const env = { ...process.env, ...settings, MEDIA_URL: '' }
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'commands', 'media.ts'), ...words], { env }).then(
    ({ stdout, stderr }) => ({ said: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }) => ({ said: stdout + stderr, code }),
  )
}

describe('copying pictures', () => {
  test('from a folder into a store goes on where it broke off, tells how far it is, and puts each once', async () => {
    await using faulty = await faultyStore(settings.MEDIA_URL)
    const through = bucketMedia(storeAddress(faulty.url, settings))
    let told = 0
    const breaking = copyMedia(here, through, (done, of) => {
      assert.equal(of, 30)
      told = done
      if (done === 10) faulty.fail('gone')
    })
    await assert.rejects(breaking, StoreUnavailable)
    assert.ok(told >= 10 && told < 30, `${told} were done`)
    const there = (await inStore()).length
    assert.ok(there >= 10 && there < 30, `${there} are there`)

    faulty.heal()
    faulty.asked.length = 0
    const { put, there: found, damaged } = await copyMedia(here, through, () => {})
    assert.deepEqual([put + found, damaged, (await inStore()).length], [30, [], 30])
    assert.equal(faulty.asked.filter((each) => each.startsWith('PUT')).length, put)
    assert.ok(found >= there, `${found} were there, of ${there}`)
  })

  test('mends what is there and is not what it was: shorter, or with other bytes', async () => {
    await store.put(nameOf(1), Buffer.from('picture'))
    await store.put(nameOf(2), Buffer.from('Picture 2'))
    const { put, there } = await copyMedia(here, store, () => {})
    assert.deepEqual([put, there], [2, 28])
  })

  test('back into a folder gives the same files, and names what the store has spoilt', async () => {
    await askBucket(address, 5_000)('PUT', nameOf(3), { body: Buffer.from('other'), headers: { 'x-amz-meta-sha256': '0'.repeat(64) } })
    const back = await localMedia(join(folder, 'back'))
    const copied = await copyMedia(store, back, () => {})
    assert.deepEqual([copied.put, copied.damaged], [29, [nameOf(3)]])
    assert.deepEqual((await filesOf(join(folder, 'back'))).length, 29)
  })

  test('goes on while pictures come and go', async () => {
    const copy = copyMedia(here, await localMedia(join(folder, 'busy')), async (done) => {
      if (done === 1) await here.remove({ name: nameOf(29), bytes: 0, putAt: Number.POSITIVE_INFINITY })
      if (done === 2) await here.put(nameOf(31), Buffer.from('picture 31'))
    })
    const { put, damaged } = await copy
    assert.ok(put >= 29 && damaged.length === 0)
    const again = await copyMedia(here, await localMedia(join(folder, 'busy')), () => {})
    assert.equal(again.put + again.there, 30)
  })
})

describe('npm run media', { concurrency: 2 }, () => {
  test('copies, says what it did, and ends with 1 where something is damaged', async () => {
    const back = join(folder, 'by command')
    const first = await command('copy', settings.MEDIA_URL, back)
    assert.match(first.said, /^29 files copied \(0\.0 MB\), 0 already there.* 1 are damaged .*0003\/320\.webp\.\n3 of 30 files\n/)
    assert.match(first.said, /\n30 of 30 files\n$/)
    assert.equal(first.code, 1)
    await copyMedia(here, store, () => {})
    await truncate(join(back, 'media', nameOf(4)), 3)
    const again = await command('copy', settings.MEDIA_URL, back)
    assert.match(again.said, /^3 files copied \(0\.0 MB\), 28 already there.*\n/)
    assert.equal(again.code, 0)
  })

  for (const [what, words, sentence] of [
    ['nothing to do', [], /^Specify the source and the target/],
    ['a folder without pictures', ['copy', tmpdir(), 's3://bucket'], /^There are no images in /],
    ['an address that is none', ['copy', 's3://x', 'there'], /^The command failed: FROM must be an address like /],
    [
      'a bucket that is not there',
      ['copy', settings.MEDIA_URL.replace('s3://', 's3://no-'), 'there'],
      /^The command failed: the store at the address given has no bucket/,
    ],
  ] as const satisfies [string, string[], RegExp][])
    test(`refuses ${what} in one sentence`, async () => {
      const { said, code } = await command(...words)
      assert.match(said, sentence)
      assert.equal(said.trim().split('\n').length, 1)
      assert.equal(code, 1)
    })
})
