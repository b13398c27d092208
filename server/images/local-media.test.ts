import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { filesOf } from '#testing/pictures.ts'
import { localMedia } from './local-media.ts'
import type { Media } from './media.ts'

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
      await assert.rejects(media.put(name, content), /is not a valid image file name/)
      assert.equal(await media.open(name), undefined)
      await assert.rejects(media.remove({ name, bytes: 8, putAt: Date.now() }), /is not a valid image file name/)
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
    await media.put(`${hash('b')}/320.webp`, content)
    const [listed, ...others] = await Array.fromAsync(media.list(hash('a')))
    assert.deepEqual([listed?.name, others], [name, []])
    assert.ok(Math.abs(listed!.putAt - Date.now()) < 5_000, 'it is told when it was put')
    assert.deepEqual((await Array.fromAsync(media.list())).map((each) => each.name).sort(), [name, `${hash('b')}/320.webp`])
    await media.remove(listed!)
    assert.equal(await media.open(name), undefined)
    assert.deepEqual(await readdir(join(dataDir, 'media')), [hash('b')], 'no empty folder stays')
    await media.remove(listed!)
  })

  test('removes a file only as it was listed: one that was put in its place since then stays', async () => {
    const name = `${hash('a')}/640.webp`
    await media.put(name, Buffer.from('old'))
    await utimes(join(dataDir, 'media', name), 1, 1)
    const [listed] = await Array.fromAsync(media.list())
    await media.put(name, content)
    await media.remove(listed!)
    assert.deepEqual(await filesOf(dataDir), [join('media', name)])
  })

  test('takes a file while its empty folder is being removed, again and again', async () => {
    const names = ['320', '640'].map((width) => `${hash('a')}/${width}.webp`)
    for (let round = 0; round < 100; round++) {
      const [old = '', fresh = ''] = round % 2 ? names : names.toReversed()
      await media.put(old, content)
      await Promise.all([media.remove({ name: old, bytes: 8, putAt: Date.now() + 1_000 }), media.put(fresh, content)])
      assert.deepEqual(await filesOf(dataDir), [join('media', fresh)])
    }
  })
})
