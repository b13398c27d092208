import assert from 'node:assert/strict'
import fs, { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Image } from '#contract/images.ts'
import { renditions } from '#contract/pictures.ts'
import { openProduct } from '#server/startup/product.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { eventually, filesOf, picture, stored } from '#testing/pictures.ts'
import type { Media } from './media.ts'
import { clearIncoming, safeAge, sweep } from './sweep.ts'

const hour = 3_600_000
const hash = (letter: string) => letter.repeat(64)
const hashOf = ({ url }: Image) => url.split('/')[2] ?? ''
const filesFor = (...images: Image[]) => images.flatMap(({ url }) => renditions(url).map((each) => join(...each.url.split('/')))).sort()

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  // The chain is not from today, or files that are older than its database would be taken for another one's.
  await app.db.updateTable('migrations').set({ at: '2020-01-01T00:00:00.000Z' }).execute()
})
afterEach(() => app.close())

const byAge = () => Date.now() - safeAge.media
const allFiles = async () => (await filesOf(app.dataDir)).sort()

/** Makes every file of `image` that old. */
async function age(image: Image | string, by: number) {
  const then = new Date(Date.now() - by)
  for await (const { name } of app.media.list(typeof image === 'string' ? image : hashOf(image)))
    await utimes(join(app.dataDir, 'media', name), then, then)
}

async function plant(letter: string, by: number) {
  await app.media.put(`${hash(letter)}/320.webp`, Buffer.from('an image'))
  await age(hash(letter), by)
}

/** The records of an image are taken away, its files stay: as if it had been put and never recorded. */
async function forget(image: Image) {
  await app.db.deleteFrom('images').where('id', '=', image._id).execute()
  await app.db.deleteFrom('history').where('recordId', '=', image._id).execute()
}

describe('sweeping', () => {
  test('removes what no image names once it is a day old, and keeps what is younger', async () => {
    const image = await stored(app, await picture('png', { width: 700 }))
    await age(image, 100 * hour)
    await plant('a', 25 * hour)
    await plant('b', 23 * hour)
    assert.equal(await sweep(app.db, app.media, byAge()), 0)
    assert.deepEqual(await allFiles(), [...filesFor(image), join('media', hash('b'), '320.webp')].sort())
  })

  test('keeps all files of an image of which one was put lately', async () => {
    await stored(app, await picture('png'))
    await plant('a', 25 * hour)
    await plant('b', 25 * hour)
    // Before the old one in a listing, and behind it.
    await app.media.put(`${hash('a')}/200.webp`, Buffer.from('an image'))
    await app.media.put(`${hash('b')}/640.webp`, Buffer.from('an image'))
    const before = await allFiles()
    await sweep(app.db, app.media, byAge())
    assert.deepEqual(await allFiles(), before)
  })

  test('keeps the files of images in the trash, however old', async () => {
    const image = await stored(app, await picture('png', { width: 700 }))
    await app.call('DELETE', `/api/images/${image._id}`, 'staff')
    await age(image, 1_000 * hour)
    await sweep(app.db, app.media, byAge())
    assert.deepEqual(await allFiles(), filesFor(image))
  })

  test('removes unfinished uploads after an hour, and not before: another server may be at work on them', async () => {
    for (const [name, by] of [
      ['old.upload', 1.1 * hour],
      ['old.part', 1.1 * hour],
      ['new.upload', 0.9 * hour],
    ] as const) {
      const path = join(app.incoming, name)
      await writeFile(path, 'half of a fi')
      await utimes(path, new Date(), new Date(Date.now() - by))
    }
    await clearIncoming(app.incoming, Date.now() - safeAge.incoming)
    assert.deepEqual(await allFiles(), [join('incoming', 'new.upload')])
  })

  test('sees to more images than it asks the database about at once', async () => {
    const image = await stored(app, await picture('png'))
    for (let n = 0; n < 230; n++) {
      const folder = n.toString(16).padStart(64, '0')
      await app.media.put(`${folder}/320.webp`, Buffer.from('x'))
    }
    await sweep(app.db, app.media, Date.now() + hour)
    assert.deepEqual(await allFiles(), filesFor(image))
  })
})

describe('what can not be read or removed keeps nothing else from being swept:', () => {
  const errorCode = (error: unknown) => (error as { code?: string }).code
  test('an image whose folder is none, and a file that is a folder', async () => {
    await writeFile(join(app.dataDir, 'media', hash('a')), '')
    await mkdir(join(app.dataDir, 'media', hash('b'), '320.webp'), { recursive: true })
    await plant('c', 25 * hour)
    const told: [string, string | undefined][] = []
    await sweep(app.db, app.media, Date.now() + hour, undefined, (name, error) => told.push([name, errorCode(error)]))
    assert.deepEqual(told.toSorted(), [
      [hash('a'), 'ENOTDIR'],
      [`${hash('b')}/320.webp`, 'ERR_FS_EISDIR'],
    ])
    assert.deepEqual(
      (await allFiles()).filter((name) => name.includes(hash('c'))),
      [],
    )
  })

  test('an upload that was left unfinished', async (t) => {
    const names = ['a.upload', 'b.upload', 'c.upload']
    for (const name of names) await writeFile(join(app.incoming, name), '')
    const { rm: remove } = fs
    t.mock.method(fs, 'rm', (path: string, options: object) =>
      path.endsWith('b.upload') ? Promise.reject(Object.assign(new Error('not permitted'), { code: 'EPERM' })) : remove(path, options),
    )
    syncBuiltinESMExports()
    const told: unknown[] = []
    await clearIncoming(app.incoming, Date.now() + hour, (name, error) => told.push([name, errorCode(error)]))
    t.mock.restoreAll()
    syncBuiltinESMExports()
    assert.deepEqual(told, [['b.upload', 'EPERM']])
    assert.deepEqual(await readdir(app.incoming), ['b.upload'])
  })
})

describe('while the sweep goes on', () => {
  /** Media that let something happen right before the sweep removes its first file. */
  function interrupted(happens: () => Promise<unknown>): Media {
    let first = true
    const remove: Media['remove'] = async (file) => {
      if (first) {
        first = false
        await happens()
      }
      await app.media.remove(file)
    }
    return { ...app.media, remove }
  }

  test('the same picture is uploaded again: acknowledged, it is kept', async () => {
    const bytes = await picture('png', { width: 700 })
    const lost = await stored(app, bytes)
    await forget(lost)
    await age(lost, 25 * hour)
    let again: Image | undefined
    const media = interrupted(async () => {
      again = await stored(app, bytes)
    })
    await sweep(app.db, media, byAge())
    assert.ok(again, 'it was about to be removed')
    assert.deepEqual(await allFiles(), filesFor(again))
  })

  test('an image is recorded after the files were listed: it is kept', async () => {
    const [one, other] = [await stored(app, await picture('png')), await stored(app, await picture('png'))]
    const row = await app.db.selectFrom('images').selectAll().where('id', '=', other._id).executeTakeFirstOrThrow()
    for (const image of [one, other]) {
      await forget(image)
      await age(image, 25 * hour)
    }
    const [first, second] = hashOf(one) < hashOf(other) ? [one, other] : [other, one]
    const named = { ...row, hash: hashOf(second), url: second.url }
    const list: Media['list'] = async function* (hash) {
      for (const file of await Array.fromAsync(app.media.list(hash))) if (file.name.startsWith(hashOf(first))) yield file
      for (const file of await Array.fromAsync(app.media.list(hash))) if (file.name.startsWith(hashOf(second))) yield file
    }
    const media = interrupted(() => app.db.insertInto('images').values(named).execute())
    await sweep(app.db, { ...media, list }, byAge())
    assert.deepEqual(await allFiles(), filesFor(second))
  })
})

test('a new database beside an old folder costs no picture, and says how many it left alone', async (t) => {
  const images = [await stored(app, await picture('png')), await stored(app, await picture('png'))]
  for (const image of images) await age(image, 1_000 * hour)
  const other = await testApp()
  t.after(() => other.close())
  assert.equal(await sweep(other.db, app.media, byAge()), 2)
  assert.deepEqual(await allFiles(), filesFor(...images))
})

describe('images that are older than the database', () => {
  for (const [own, others, isLeft] of [
    [1, 1, false],
    [2, 1, false],
    [1, 2, true],
  ] as const) {
    test(`${own} of its own and ${others} that it does not know: ${isLeft ? 'they may be of another one, and stay' : 'they are left over'}`, async () => {
      for (let at = 0; at < own; at++) await age(await stored(app, await picture('png')), 100 * hour)
      // The database is as old as the earliest of its migrations.
      const at = (by: number) => ({ at: new Date(Date.now() - by * hour).toISOString() })
      await app.db.updateTable('migrations').set(at(0)).execute()
      await app.db.updateTable('migrations').set(at(30)).where('name', 'like', '012%').execute()
      for (const letter of ['a', 'b'].slice(0, others)) await plant(letter, 40 * hour)
      await plant('c', 25 * hour)
      assert.equal(await sweep(app.db, app.media, byAge()), isLeft ? others : 0)
      const left = await Array.fromAsync(app.media.list(), ({ name }) => name)
      const stays = ['a', 'c'].map((letter) => left.includes(`${hash(letter)}/320.webp`))
      assert.deepEqual(stays, [isLeft, false], 'nothing of its own time stays')
    })
  }
})

test('a sweep that is told to stop removes nothing more', async () => {
  for (const letter of ['a', 'b']) await plant(letter, 25 * hour)
  await assert.rejects(sweep(app.db, app.media, byAge(), AbortSignal.abort(new Error('told to stop'))), /told to stop/)
  const ended = new AbortController()
  const remove: Media['remove'] = async (file) => {
    await app.media.remove(file)
    ended.abort(new Error('told to stop'))
  }
  await assert.rejects(sweep(app.db, { ...app.media, remove }, byAge(), ended.signal), /told to stop/)
  assert.equal((await allFiles()).length, 1)
})

test('a start after a crash clears away what the crash left, in the background, and keeps every recorded image', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-crash-'))
  const crashed = await testApp({ dataDir })
  const image = await stored(crashed, await picture('png', { width: 200 }))
  // As a kill -9 leaves it: files in place, the row not written, the next upload half on disk.
  await crashed.media.put(`${hash('d')}/640.webp`, Buffer.from('an image'))
  await writeFile(join(crashed.incoming, 'half.upload'), 'half')
  // A server with a shared folder decides by age. A server alone with its folder only allows for the inexact clocks of file systems.
  const isAlone = crashed.config.databaseUrl === undefined
  const then = new Date(Date.now() - (isAlone ? 2_000 : 48 * hour))
  for (const file of await filesOf(dataDir)) await utimes(join(dataDir, file), then, then)

  if (isAlone) await crashed.close()
  const next = await openProduct(crashed.config)
  await eventually(async () => (await filesOf(dataDir)).length === 1)
  assert.deepEqual(await filesOf(dataDir), filesFor(image))
  assert.equal((await next.app.inject(image.url)).statusCode, 200)
  await next.close()
  if (!isAlone) await crashed.close()
  await rm(dataDir, { recursive: true })
})
