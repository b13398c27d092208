import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Image } from '#contract/images.ts'
import { renditions } from '#contract/pictures.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { costOf, isCheap } from '#testing/cost.ts'
import { fileAt, picture, spoil, stored, storedFiles, upload } from '#testing/pictures.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const list = async (): Promise<Image[]> => (await app.call('GET', '/api/images')).body
const inGallery = async (id: string) => (await list()).some(({ _id }) => _id === id)
const remove = (called: string, headers: Record<string, string> = {}) =>
  app.call('DELETE', `/api/images/${encodeURIComponent(called)}`, 'staff', undefined, headers)
const restore = (id: string) => app.call('POST', `/api/images/${id}/restoration`, 'staff')
const addMovie = (title: string, image: string) =>
  app.call('POST', '/api/movies', 'staff', { title, image, genre: 'Drama', description: 'x', trailerUrl: 'https://example.com/' })

describe('removing an image is refused', () => {
  test('with 404 where there is none of that id or name', async () => {
    for (const called of ['01900000-0000-7000-8000-000000000000', 'nothing.png', '%', 'a/b', '\0', "' or 1=1 --", 'ü'.repeat(50)]) {
      const { status, body } = await remove(called)
      assert.equal(status, 404, called)
      assert.equal((body as { error: string }).error, 'Image not found')
    }
  })

  test('with 412 and the image as it is when If-Match names another version', async () => {
    const image = await stored(app, await picture('png'))
    const { status, body } = await remove(image._id, { 'if-match': '"7"' })
    assert.equal(status, 412)
    assert.equal((body as { current: Image }).current.url, image.url)
    assert.ok(await inGallery(image._id))
  })

  test('a second time, and so is restoring what was not removed', async () => {
    const image = await stored(app, await picture('png'))
    assert.equal((await restore(image._id)).status, 404)
    assert.equal((await remove(image._id, { 'if-match': '"1"' })).status, 204)
    assert.equal((await remove(image._id)).status, 404)
  })
})

describe('removing an image', () => {
  test('by its id takes it out of the gallery, serves it still, and can be undone', async () => {
    const image = await stored(app, await picture('png'))
    assert.equal((await remove(image._id)).status, 204)
    assert.equal(await inGallery(image._id), false)
    assert.equal((await app.call('GET', image.url)).status, 200)
    assert.equal((await addMovie('Late', image.url)).status, 422, 'it can no longer be chosen')

    const restored = await restore(image._id)
    assert.equal(restored.status, 200)
    const { updatedAt } = restored.body as Image
    assert.deepEqual({ ...(restored.body as Image), wasThere: false }, { ...image, version: 3, updatedAt })
    assert.ok(await inGallery(image._id))
    assert.equal((await remove(image._id.toUpperCase())).status, 204, 'the id in capitals')
  })

  test('by its name takes the newest one of that name', async () => {
    const older = await stored(app, await picture('png'), 'zwölf & mehr.png')
    const newer = await stored(app, await picture('png'), 'zwölf & mehr.png')
    assert.equal((await remove('zwölf & mehr.png')).status, 204)
    assert.deepEqual([await inGallery(older._id), await inGallery(newer._id)], [true, false])
    assert.equal((await remove('zwölf & mehr.png')).status, 204)
    assert.equal((await remove('zwölf & mehr.png')).status, 404)
  })

  test('that a movie uses leaves the movie its cover', async () => {
    const image = await stored(app, await picture('png'))
    const { body: movie }: { body: { _id: string; title: string } } = await addMovie('Nosferatu', image.url)
    const used = (await list()).find(({ _id }) => _id === image._id)
    assert.ok(
      (await list()).some(({ _id, usedBy }) => _id !== image._id && usedBy.length === 0),
      'others are not used',
    )
    assert.deepEqual(used?.usedBy, [{ resource: 'movies', _id: movie._id, title: 'Nosferatu' }])

    assert.equal((await remove(image._id)).status, 204)
    const kept = await app.call('PUT', `/api/movies/${movie._id}`, 'staff', { ...movie, title: 'Nosferatu (1922)' })
    assert.deepEqual([kept.status, (kept.body as { image: string }).image], [200, image.url])
    assert.deepEqual(((await restore(image._id)).body as Image).usedBy, [{ resource: 'movies', _id: movie._id, title: 'Nosferatu (1922)' }])
    await app.call('DELETE', `/api/movies/${movie._id}`, 'staff')
    assert.deepEqual((await list()).find(({ _id }) => _id === image._id)?.usedBy, [])
  })
})

describe('an image that many records use', () => {
  type Use = Image['usedBy'][number]
  let image: Image
  const titles = Array.from({ length: 25 }, (_, at) => `Film ${at}`)
  before(async () => {
    image = await stored(app, await picture('png'))
    for (const title of titles) await addMovie(title, image.url)
  })

  test('names the newest twenty of them and how many there are', async () => {
    const { usedBy, usedByCount } = (await list()).find(({ _id }) => _id === image._id) as Image
    assert.deepEqual([usedBy.map(({ title }) => title), usedByCount], [titles.toReversed().slice(0, 20), 25])
  })

  test('costs as little with 20,000 more', async () => {
    const many = { url: (await stored(app, await picture('png'))).url, resource: 'movies', title: 'Film', showFrom: '', showUntil: '' }
    const records = Array.from({ length: 20_000 }, (_, at) => ({ ...many, recordId: String(at).padStart(36, '0') }))
    for (let at = 0; at < records.length; at += 1000)
      await app.db
        .insertInto('imageUses')
        .values(records.slice(at, at + 1000))
        .execute()
    let limit = 200
    for (const path of ['/api/images', `/api/images/${(await list())[0]?._id}/uses`]) {
      const cost = await costOf(async () => {
        const { status, body } = await app.call('GET', `${path}?limit=${limit++}`, 'staff')
        assert.equal(status, 200)
        assert.ok(JSON.stringify(body).length < 30_000)
      })
      assert.ok(isCheap(cost), `${path} costs ${JSON.stringify(cost)}`)
    }
    await app.db.deleteFrom('imageUses').where('url', '=', many.url).execute()
  })

  test('has a list of all of them, page by page, which staff read, also while it is in the trash', async () => {
    const path = `/api/images/${image._id}/uses`
    const page = async (query: string) => {
      const { status, body, headers } = await app.call('GET', `${path}?limit=10&${query}`, 'staff')
      assert.equal(status, 200)
      assert.equal(headers['x-total-count'], '25')
      return { uses: body as Use[], next: new URLSearchParams(/\?(.*)>/.exec(String(headers.link))?.[1]).get('after') }
    }
    for (const order of ['newest', '-newest']) {
      const found: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const { uses, next: after }: { uses: Use[]; next: string | null } = await page(`order=${order}${next && `&after=${next}`}`)
        found.push(...uses.map(({ title }) => title))
        next = after
      }
      assert.deepEqual(found, order === 'newest' ? titles.toReversed() : titles)
    }
    assert.equal((await app.call('GET', path)).status, 401)
    assert.equal((await app.call('GET', `${path}?after=x`, 'staff')).status, 422)
    assert.equal((await app.call('GET', '/api/images/01900000-0000-7000-8000-000000000000/uses', 'staff')).status, 404)
    await remove(image._id)
    assert.equal((await page('')).uses.length, 10)
  })
})

describe('the same bytes', () => {
  test('sent again give the same image, whatever they are called', async () => {
    const bytes = await picture('jpeg')
    const first = await stored(app, bytes, 'one.jpg')
    assert.deepEqual(await stored(app, bytes, 'two.jpg'), { ...first, wasThere: true })
    const { body } = await upload(
      app,
      [1, 2, 3].map((n) => ({ name: `${n}.jpg`, bytes })),
    )
    assert.deepEqual(
      body.map(({ _id }) => _id),
      [first._id, first._id, first._id],
    )
    const fresh = await picture('jpeg')
    const twice = await upload(app, [
      { name: 'new.jpg', bytes: fresh },
      { name: 'again.jpg', bytes: fresh },
    ])
    const wasThere = twice.body.map((outcome) => (outcome as { wasThere?: boolean }).wasThere)
    assert.deepEqual(wasThere, [false, true], 'the second one of a request, too')
  })

  test('are told by all of them: one other byte at the end of a long file is another image', async () => {
    const long = Buffer.concat([await picture('jpeg'), Buffer.alloc(500_000)])
    const other = Buffer.from(long)
    other[other.length - 1] = 1
    assert.notEqual((await stored(app, long))._id, (await stored(app, other))._id)
  })

  test('put every file in its place again, also where one is damaged and none is missing', async () => {
    const bytes = await picture('jpeg', { width: 700 })
    const { url } = await stored(app, bytes)
    const files = () => Promise.all(renditions(url).map((each) => fileAt(app, each.url)))
    const before = await files()
    const [narrow = ''] = renditions(url).map((each) => each.url)
    await spoil(app, narrow, Buffer.alloc(before[0]?.length ?? 0))
    await stored(app, bytes)
    assert.deepEqual(await files(), before)
  })

  test('of a removed image bring it back, under the new name', async () => {
    const bytes = await picture('jpeg')
    const first = await stored(app, bytes, 'one.jpg')
    await remove(first._id)
    const again = await stored(app, bytes, 'two.jpg')
    assert.deepEqual([again._id, again.url, again.name, again.version], [first._id, first.url, 'two.jpg', 4])
    assert.ok(await inGallery(first._id))
  })

  test('sent by several people at once give one image, with all its files', async () => {
    const bytes = await picture('jpeg', { width: 700 })
    const others = await Promise.all([picture('png'), picture('png'), picture('png'), picture('png')])
    const replies = await Promise.all(
      others.map((other, i) =>
        upload(
          app,
          i % 2
            ? [
                { name: 'a', bytes },
                { name: 'b', bytes: other },
              ]
            : [
                { name: 'b', bytes: other },
                { name: 'a', bytes },
              ],
        ),
      ),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 201, 201, 201],
    )
    const images = replies.flatMap(({ body }) => body).filter(({ name }) => name === 'a')
    assert.equal(new Set(images.map(({ _id }) => _id)).size, 1)
    for (const { url } of renditions(images[0]!.url)) assert.equal((await app.call('GET', url)).status, 200)
    assert.deepEqual(
      (await storedFiles(app)).filter((file) => file.startsWith('incoming')),
      [],
    )
  })

  test('bring lost files back', async () => {
    const bytes = await picture('jpeg')
    const image = await stored(app, bytes)
    const [narrow = '', wide = ''] = renditions(image.url).map(({ url }) => url)
    for (const lost of [[narrow, wide], [narrow], [wide]]) {
      for (const url of lost) await spoil(app, url)
      assert.equal((await stored(app, bytes))._id, image._id)
      for (const url of [narrow, wide]) assert.equal((await app.call('GET', url)).status, 200, `${url} after ${lost} was lost`)
    }
  })
})

describe('a stored image', () => {
  let image: Image
  before(async () => {
    image = await stored(app, await picture('jpeg', { width: 700 }))
  })

  test('is served to everybody, for a year, and can run nothing', async () => {
    const { status, headers } = await app.call('GET', image.url)
    assert.equal(status, 200)
    const { etag, 'content-length': length, ...rest } = headers
    assert.ok(Number(length) > 0 && etag)
    assert.equal(rest['content-type'], 'image/webp')
    assert.equal(rest['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(rest['x-content-type-options'], 'nosniff')
    assert.equal(rest['content-security-policy'], "default-src 'none'; sandbox")
    assert.equal(rest['cross-origin-resource-policy'], 'cross-origin')
  })

  test('is not sent again to whoever has it', async () => {
    const { headers } = await app.call('GET', image.url)
    for (const tag of [headers.etag, `W/${headers.etag}, "other"`, '*']) {
      const again = await app.call('GET', image.url, 'nobody', undefined, { 'if-none-match': String(tag) })
      assert.deepEqual([again.status, again.body], [304, ''])
    }
    assert.equal((await app.call('GET', image.url, 'nobody', undefined, { 'if-none-match': '"other"' })).status, 200)
    const [narrow = ''] = renditions(image.url).map(({ url }) => url)
    const tag = String(headers.etag)
    assert.equal(
      (await app.call('GET', narrow, 'nobody', undefined, { 'if-none-match': tag })).status,
      200,
      'another width is another file',
    )
  })

  test('is confirmed without a look at its file, which may be in a store far away', async (t) => {
    const { headers } = await app.call('GET', image.url)
    const opening = t.mock.method(app.media, 'open')
    const known = { 'if-none-match': String(headers.etag) }
    assert.equal((await app.call('GET', image.url, 'nobody', undefined, known)).status, 304)
    assert.equal((await app.call('HEAD' as 'GET', image.url, 'nobody', undefined, known)).status, 304)
    assert.equal(opening.mock.callCount(), 0)
    const nowhere = `/media/${'0'.repeat(64)}/320.webp`
    for (const tag of ['*', '"other"'])
      assert.equal((await app.call('GET', nowhere, 'nobody', undefined, { 'if-none-match': tag })).status, 404)
    assert.equal(opening.mock.callCount(), 2)
  })

  test('answers HEAD with its length alone', async () => {
    const whole = await app.call('GET', image.url)
    const head = await app.app.inject({ method: 'HEAD', url: image.url })
    assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', whole.headers['content-length']])
  })

  test('is the only thing under /media', async () => {
    const hash = image.url.split('/')[2]
    for (const url of [
      '/media',
      '/media/',
      `/media/${hash}`,
      `/media/${hash}/1.webp`,
      `/media/${hash}/320.png`,
      `/media/${hash}/..%2f..%2fmoviebox.sqlite`,
      `/media/..%2f/x`,
      '/media/a/b/c',
      `/media/${hash}/%00.webp`,
    ]) {
      const { status, headers, body } = await app.call('GET', url)
      assert.equal(status, 404, url)
      assert.match((body as { error: string }).error, /\w/)
      assert.doesNotMatch(String(headers['cache-control']), /immutable/)
    }
  })
})
