import assert from 'node:assert/strict'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openProduct } from '#server/product.ts'
import { testApp } from '#testing/app.ts'
import { filesOf, picture, stored } from '#testing/pictures.ts'
import { localMedia, type Media } from './media.ts'

const content = Buffer.from('an image')
const hash = (letter: string) => letter.repeat(64)

describe('the media folder', () => {
  let dataDir: string
  let media: Media
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'moviebox-media-'))
    media = await localMedia(dataDir)
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  test('refuses names that lead elsewhere', async () => {
    for (const name of [
      '../../secret.webp',
      `${hash('a')}/../../x.webp`,
      `${hash('a')}/640.webp/..`,
      `${hash('A')}/640.webp`,
      '/etc/passwd',
      '',
      `${hash('a')}/640.webp\0`,
    ]) {
      await assert.rejects(media.put(name, content), /is not a name/)
      assert.equal(await media.open(name), undefined)
      await assert.rejects(media.remove(name), /is not a name/)
    }
    assert.deepEqual(await filesOf(dataDir), [])
  })

  test('leaves nothing behind when a file can not be put in its place', async () => {
    await writeFile(join(dataDir, 'media', hash('a')), 'in the way')
    await assert.rejects(media.put(`${hash('a')}/640.webp`, content))
    assert.deepEqual(await filesOf(dataDir), [join('media', hash('a'))])
  })

  test('gives back what was put, replaces it, lists it and removes it', async () => {
    const name = `${hash('a')}/640.webp`
    await media.put(name, Buffer.from('old'))
    await media.put(name, content)
    const file = await media.open(name)
    assert.deepEqual([file?.size, Buffer.concat((await file?.stream.toArray()) ?? []).toString()], [8, 'an image'])
    assert.deepEqual(await media.list(hash('a')), [name])
    await media.remove(hash('a'))
    assert.deepEqual([await media.open(name), await media.list(hash('a'))], [undefined, []])
  })

  test('is swept of unfinished uploads and of marked files that no image records, and of nothing else', async () => {
    for (const letter of ['a', 'b', 'c']) await media.put(`${hash(letter)}/640.webp`, content)
    await media.mark(hash('a'))
    await media.mark(hash('b'))
    await writeFile(join(media.incoming, 'x.upload'), 'half of a fi')
    await media.sweep(new Set([hash('b')]), 0)
    // 'c' isn't marked: it was recorded once, perhaps in another database. Sweeping is for leftovers, not for pictures.
    assert.deepEqual(
      (await filesOf(dataDir)).sort(),
      [hash('b'), hash('c')].map((each) => join('media', each, '640.webp')),
    )
  })

  test('is not swept of what another server may be at work on', async () => {
    const old = new Date(Date.now() - 7_200_000)
    for (const name of ['old.upload', 'new.upload']) await writeFile(join(media.incoming, name), 'x')
    await utimes(join(media.incoming, 'old.upload'), old, old)
    await media.sweep(new Set(), 3_600_000)
    assert.deepEqual(await filesOf(dataDir), [join('incoming', 'new.upload')])
  })
})

test('a start after a crash removes what the crash left, and keeps every recorded image', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-crash-'))
  const app = await testApp({ dataDir })
  const image = await stored(app, await picture('png', { width: 200 }))
  // As a kill -9 leaves it: files in place and marked, the row not written, the next upload half on disk.
  const media = await localMedia(dataDir)
  for (const marked of [hash('d'), image.url.split('/')[2]!]) await media.mark(marked)
  await media.put(`${hash('d')}/640.webp`, content)
  await writeFile(join(media.incoming, 'half.upload'), 'half')
  for (const file of (await filesOf(dataDir)).filter((each) => each.startsWith('incoming'))) await utimes(join(dataDir, file), 1, 1)

  const isAlone = app.config.databaseUrl === undefined
  if (isAlone) await app.close()
  const next = await openProduct(app.config)
  assert.deepEqual(await filesOf(dataDir), [image.url.slice(1)])
  assert.equal((await next.app.inject(image.url)).statusCode, 200)
  await next.close()
  if (!isAlone) await app.close()
  await rm(dataDir, { recursive: true })
})
