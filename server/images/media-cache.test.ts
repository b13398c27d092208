import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { stopwatch } from '#testing/linux.ts'
import { eventually, filesOf } from '#testing/pictures.ts'
import { type LocalMedia, localMedia } from './local-media.ts'
import type { Media } from './media.ts'
import { cached } from './media-cache.ts'

const nameOf = (n: number) => `${n.toString(16).padStart(64, '0')}/320.webp`
const content = Buffer.alloc(1_000, 'x')

let folder: string
let copies: LocalMedia
/** The store behind the copies, and the names of the files requested from it. */
let store: Media
let asked: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-copies-'))
  const there = await localMedia(join(folder, 'store'))
  copies = await localMedia(join(folder, 'here'))
  asked = []
  store = {
    ...there,
    open(name) {
      asked.push(name)
      return there.open(name)
    },
  }
  for (let n = 0; n < 30; n++) await there.put(nameOf(n), content)
})
afterEach(() => rm(folder, { recursive: true }))

async function read(media: Media, n: number): Promise<number | undefined> {
  const file = await media.open(nameOf(n))
  return file && (await buffer(file.stream)).length
}
const kept = async () => (await Array.fromAsync(copies.list())).map(({ name }) => name).sort()

describe('what was read from a store', () => {
  test('is read from the copy afterwards, also by another process and after a restart', async () => {
    for (const media of [
      cached(store, copies, 1e6),
      cached(store, copies, 1e6),
      cached(store, await localMedia(join(folder, 'here')), 1e6),
    ]) {
      const file = await media.open(nameOf(1))
      assert.equal(file?.size, 1_000)
      assert.deepEqual(await buffer(file.stream), content)
    }
    assert.deepEqual(asked, [nameOf(1)])
  })

  test('by many at once is fetched once', async () => {
    const media = cached(store, copies, 1e6)
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => read(media, 2))), Array(20).fill(1_000))
    assert.deepEqual(asked, [nameOf(2)])
  })

  test('and isn’t there is asked for each time: it may come', async () => {
    const media = cached(store, copies, 1e6)
    assert.deepEqual([await read(media, 99), await media.open('../secret')], [undefined, undefined])
    await store.put(nameOf(99), content)
    assert.equal(await read(media, 99), 1_000)
  })

  test('is read anew when it was put again', async () => {
    const media = cached(store, copies, 1e6)
    await read(media, 3)
    await media.put(nameOf(3), Buffer.from('mended'))
    assert.equal(await read(media, 3), 'mended'.length)
  })

  test('is gone from the copies when it is removed', async () => {
    const media = cached(store, copies, 1e6)
    await read(media, 3)
    await media.remove({ name: nameOf(3), bytes: 1_000, putAt: Number.POSITIVE_INFINITY })
    assert.deepEqual([await kept(), await read(media, 3)], [[], undefined])
  })

  test('takes no more room than it may, and what was read last stays', async () => {
    const media = cached(store, copies, 10_000)
    for (let n = 0; n < 25; n++) {
      await read(media, n)
      // Read again and again, so it is never the one that has been left alone longest.
      await read(media, 0)
    }
    await eventually(async () => (await kept()).length <= 10)
    const left = await kept()
    assert.ok(left.length >= 8, `${left.length} are left`)
    assert.ok(left.includes(nameOf(0)) && left.includes(nameOf(24)), left.join())
    assert.equal(asked.filter((name) => name === nameOf(0)).length, 1)
  })

  test('by an earlier run counts too', async () => {
    for (let n = 0; n < 30; n++) await copies.put(nameOf(n), content)
    await store.put(nameOf(40), content)
    await read(cached(store, copies, 10_000), 40)
    await eventually(async () => (await kept()).length <= 10)
  })
})

test('a copy that can not be removed keeps none of the others', async () => {
  for (let n = 0; n < 30; n++) await copies.put(nameOf(n), content)
  let isFirst = true
  const stuck: LocalMedia = {
    ...copies,
    async remove(file) {
      if (!isFirst) return copies.remove(file)
      isFirst = false
      throw Object.assign(new Error('not permitted'), { code: 'EPERM', syscall: 'unlink' })
    },
  }
  await read(cached(store, stuck, 10_000), 1)
  await store.put(nameOf(40), content)
  await read(cached(store, stuck, 10_000), 40)
  await eventually(async () => (await kept()).length <= 11)
})

describe('a file that breaks off', () => {
  const broken = (name: string) => ({
    ...store,
    open: async () => ({
      size: 1_000,
      stream: Readable.from(
        (async function* () {
          yield content.subarray(0, 500)
          throw new StoreUnavailable(`GET ${name}`, 'the end')
        })(),
        { objectMode: false },
      ),
    }),
  })

  test('is no answer and no copy, and leaves nothing on its way', async () => {
    await assert.rejects(cached(broken(nameOf(1)), copies, 1e6).open(nameOf(1)), StoreUnavailable)
    assert.deepEqual(await filesOf(join(folder, 'here')), [])
    assert.equal(await read(cached(store, copies, 1e6), 1), 1_000)
  })

  test('because this process was killed is no copy either', async () => {
    await writeFile(join(folder, 'here', 'incoming', 'half.part'), 'half')
    assert.deepEqual(await kept(), [])
    assert.equal(await read(cached(store, copies, 1e6), 1), 1_000)
  })
})

test('a store that never answers keeps nobody longer than others do, however many wait', async (t) => {
  // A time limit alone keeps no process alive, as a store's connection would.
  const alive = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(alive))
  const silent: Media = {
    ...store,
    open: (name, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new StoreUnavailable(name, 'no response in time')))),
  }
  const media = cached(silent, copies, 1e6, 200)
  const elapsed = stopwatch()
  const ends = await Promise.allSettled(Array.from({ length: 400 }, (_, n) => media.open(nameOf(n))))
  assert.ok(ends.every((end) => end.status === 'rejected' && end.reason instanceof StoreUnavailable))
  assert.ok(elapsed() < 2_000)
})

test('where the copies can’t be written, pictures come from the store all the same, and nothing that was begun stays open there', async () => {
  const incoming = join(folder, 'here', 'incoming')
  await rm(incoming, { recursive: true })
  await writeFile(incoming, 'in the way')
  const opened: Readable[] = []
  const watched: Media = {
    ...store,
    async open(name) {
      const file = await store.open(name)
      if (file) opened.push(file.stream)
      return file
    },
  }
  const media = cached(watched, copies, 1e6)
  assert.deepEqual([await read(media, 1), await read(media, 1), await read(media, 99)], [1_000, 1_000, undefined])
  assert.deepEqual(
    opened.map((stream) => stream.destroyed),
    [true, true, true, true],
  )
})
