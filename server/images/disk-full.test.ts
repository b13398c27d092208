import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { buildApp } from '#server/app.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { client } from '#testing/client.ts'
import { filesOf, filesOfImages, picture, stored, upload } from '#testing/pictures.ts'
import { localMedia } from './local-media.ts'
import type { Media } from './media.ts'

/** A picture that can't be made smaller. */
const noise = (width = 300) =>
  sharp(randomBytes(width * 300 * 3), { raw: { width, height: 300, channels: 3 } })
    .png()
    .toBuffer()
const full = { error: 'The server has no space left. Nothing was saved.', code: 'storage_full' }

describe('when the disk fills up at any point', () => {
  let app: TestApp
  before(async () => {
    app = await testApp()
  })
  after(() => app.close())

  test('of putting files in place, the upload gets 507, nothing is half-stored, and the next one is stored', async (t) => {
    const media = await localMedia(app.dataDir)
    let left = 2
    let hasRoom = (_content: Uint8Array) => left-- > 0
    const put: Media['put'] = async (name, content) => {
      if (!hasRoom(content)) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await media.put(name, content)
    }
    const narrow = { ...app, app: await buildApp({ ...app, media: { ...media, put }, webFolder: app.dataDir }) }
    const door = client(narrow.app)
    // Also where something isn't as it should be: an app that stays open keeps this file from ending.
    t.after(async () => {
      door.close()
      await narrow.app.close()
    })
    const call: TestApp['call'] = async (method, url, _as, payload, headers = {}) => {
      const reply = await door.send(method, url, { ...headers, authorization: `Bearer ${app.tokens.staff}` }, payload)
      return { ...reply, body: JSON.parse(reply.body) as never }
    }
    const wide = { name: 'wide.png', bytes: await noise(1000) }

    const refused = await upload({ ...narrow, call }, [wide])
    assert.deepEqual([refused.status, refused.body.error, refused.body.code], [507, full.error, full.code])
    assert.deepEqual(
      refused.body.files.map(({ code }) => code),
      ['storage_full'],
    )
    assert.deepEqual(await filesOfImages(app), [])

    // The size decides, not the order: either of the two may be put in place first.
    const small = { name: 'small.png', bytes: await picture('png', { width: 100 }) }
    hasRoom = ({ length }) => length <= small.bytes.length
    const mixed = await upload({ ...narrow, call }, [small, wide])
    assert.equal(mixed.status, 201)
    assert.deepEqual(
      mixed.body.map(({ name, code }) => [name, code]),
      [
        ['small.png', undefined],
        ['wide.png', 'storage_full'],
      ],
    )
    assert.equal((await filesOfImages(app)).length, 1)

    hasRoom = () => true
    assert.equal((await upload({ ...narrow, call }, [wide])).status, 201)
  })
})

const folder = await mkdtemp(join(tmpdir(), 'moviebox-full-'))
const mounted = mount(folder)

describe('on a disk that is really full', { skip: mounted ? false : 'this user may not mount a small file system' }, () => {
  let app: TestApp
  const filler = join(folder, 'filler')
  before(async () => {
    app = await testApp({ dataDir: folder })
  })
  after(async () => {
    await app.close()
    execFileSync('umount', [folder])
  })

  /** Fills the disk but for `free` bytes. */
  async function fill(free: number) {
    await rm(filler, { force: true })
    const size = Number(execFileSync('stat', ['-f', '-c', '%a', folder])) * 4096
    await writeFile(filler, Buffer.alloc(size))
    await truncate(filler, size - free)
  }

  test('uploads get 507 and leave nothing, reads go on, and it recovers without a restart', async () => {
    const image = await stored(app, await noise())
    const before = await filesOf(folder)
    const another = await noise()
    // No room at all, room for half of the file, and room for the file but not for its renditions.
    for (const free of [0, 128 * 1024, (Math.ceil(another.length / 4096) + 3) * 4096]) {
      await fill(free)
      const { status, body } = await upload(app, [{ name: 'a.png', bytes: another }])
      assert.deepEqual([status, body.error, body.code], [507, full.error, full.code], `with ${free} bytes free`)
      assert.deepEqual(await filesOfImages(app), before)
      const list: { status: number; body: unknown[] } = await app.call('GET', '/api/images')
      assert.deepEqual([list.status, list.body.length], [200, 1])
      assert.equal((await app.call('GET', image.url)).status, 200)
    }
    await rm(filler)
    await stored(app, another)
  })
})

after(() => rm(folder, { recursive: true, force: true }))

function mount(path: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
