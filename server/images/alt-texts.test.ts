import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Image } from '#contract/images.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const upload = async (name = 'poster.png') => stored(app, await picture('png'), name)
const put = ({ _id }: Image, body: object, headers = {}) => app.call('PUT', `/api/images/${_id}`, 'staff', body, headers)
const described = async (altText: string): Promise<Image> => {
  const image = await upload()
  const { status, body } = await put(image, { name: image.name, altText })
  assert.equal(status, 200)
  return body
}
const decorative = async (): Promise<Image> => {
  const image = await upload()
  return (await put(image, { name: image.name, decorative: true })).body
}
const find = async (query: string): Promise<string[]> =>
  ((await app.call('GET', `/api/images?${query}`)).body as Image[]).map(({ _id }) => _id)

describe('the details of an image', () => {
  test('are saved as a new version, with the history, and an earlier version comes back', async () => {
    const image = await upload('IMG_1234.jpg')
    const saved = await put(image, { name: ' Nosferatu,  at sea ', altText: 'A ship\nin the night.' }, { 'if-match': '"1"' })
    const now: Image = saved.body
    assert.deepEqual([now.name, now.altText, now.decorative, now.version], ['Nosferatu, at sea', 'A ship in the night.', false, 2])
    assert.equal((await put(image, { name: 'x' }, { 'if-match': '"1"' })).status, 412)
    const back = await app.call('POST', `/api/images/${image._id}/restoration`, 'staff', { version: 1 }, { 'if-match': '"2"' })
    const then: Image = back.body
    assert.deepEqual([then.name, then.altText, then.version, then.url], ['IMG_1234.jpg', '', 3, image.url])
    const history: { version: number; record: Image }[] = (await app.call('GET', `/api/images/${image._id}/history`, 'staff')).body
    assert.deepEqual(
      history.map(({ version, record }) => [version, record.name, record.altText]),
      [
        [3, 'IMG_1234.jpg', ''],
        [2, 'Nosferatu, at sea', 'A ship in the night.'],
        [1, 'IMG_1234.jpg', ''],
      ],
    )
  })

  test('are refused where they make no sense, and only staff may write them', async () => {
    const image = await upload()
    for (const [fields, field, sentence] of [
      [{ name: '' }, 'name', /^Name is required\.$/],
      [{ name: 'x'.repeat(201) }, 'name', /at most 200 characters/],
      [{ name: 'posters/x.png' }, 'name', /can't contain/],
      [{ name: '..' }, 'name', /can't contain/],
      [{ name: 'x', altText: 'x'.repeat(301) }, 'altText', /at most 300 characters/],
      [{ name: 'x', altText: 'A ship.', decorative: true }, 'altText', /^A decorative image has no alt text/],
      [{ name: 'x', decorative: 'yes' }, 'decorative', /true or false/],
    ] as const) {
      const { status, body }: { status: number; body: { fields: Record<string, string> } } = await put(image, fields)
      assert.equal(status, 422, JSON.stringify(fields))
      assert.match(body.fields[field] ?? '', sentence)
    }
    assert.equal((await app.call('PUT', `/api/images/${image._id}`, 'nobody', { name: 'x' })).status, 401)
    assert.equal((await put(image, { name: 'x', altText: 'x'.repeat(300) })).status, 200)
    await app.call('DELETE', `/api/images/${image._id}`, 'staff')
    assert.equal((await put(image, { name: 'x' })).status, 404)
  })

  test('find the image: by words of its alt text, and where it has none', async () => {
    const [ship, ornament, bare] = [await described('Schooner in the harbour'), await decorative(), await upload()]
    assert.deepEqual(await find('q=schoon'), [ship._id])
    const without = await find('described=no')
    assert.deepEqual(
      [ship, ornament, bare].map(({ _id }) => without.includes(_id)),
      [false, false, true],
    )
    await put(ship, { name: ship.name })
    assert.deepEqual([await find('q=schoon'), (await find('described=no')).includes(ship._id)], [[], true])
  })
})

describe('the alt text of an image is beside each use', () => {
  type Item = Record<string, unknown> & { _id: string }
  async function make(collection: string, fields: object): Promise<Item> {
    const body = { ...(await sampleOf(collection).body(app)), date: '2026-03-01', ...fields }
    const made = await app.call('POST', `/api/${collection}`, 'staff', body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }

  for (const collection of ['movies', 'menus', 'news'])
    test(`in the list and alone: ${collection}`, async () => {
      const [ship, ornament, bare] = [await described('A ship.'), await decorative(), await upload()]
      for (const [image, expected] of [
        [ship, 'A ship.'],
        [ornament, ''],
        [bare, undefined],
      ] as const) {
        const { _id } = await make(collection, { image: image.url })
        const one: Item = (await app.call('GET', `/api/${collection}/${_id}`)).body
        const listed = ((await app.call('GET', `/api/${collection}`)).body as Item[]).find((each) => each._id === _id)
        assert.deepEqual([one.imageAlt, listed?.imageAlt, 'imageAlt' in one], [expected, expected, expected !== undefined])
      }
    })

  test('in the order of a list of images', async () => {
    const [ship, ornament, bare] = [await described('A ship.'), await decorative(), await upload()]
    const urls = [bare, ship, ornament].map(({ url }) => url)
    for (const [collection, field, alts] of [
      ['news', 'gallery', 'galleryAlt'],
      ['branches', 'images', 'imagesAlt'],
    ] as const) {
      const { _id } = await make(collection, { [field]: urls })
      assert.deepEqual(((await app.call('GET', `/api/${collection}/${_id}`)).body as Item)[alts], [null, 'A ship.', ''])
      const { _id: other } = await make(collection, { [field]: [bare.url] })
      assert.ok(!(alts in ((await app.call('GET', `/api/${collection}/${other}`)).body as Item)))
      const list = (await app.call('GET', `/api/${collection}`)).body as Item[]
      assert.deepEqual(
        [_id, other].map((id) => list.find((each) => each._id === id)?.[alts]),
        [[null, 'A ship.', ''], undefined],
      )
    }
  })

  test('also for a caller that asks whether its copy is still good, though the record has no new version', async () => {
    const image = await upload()
    const { _id } = await make('movies', { image: image.url })
    const path = `/api/movies/${_id}`
    const [one, list] = [await app.call('GET', path), await app.call('GET', '/api/movies')]
    assert.equal(one.headers.etag, '"1"')
    const ask = (asked: string, etag: unknown) => app.call('GET', asked, 'nobody', undefined, { 'if-none-match': String(etag) })
    const saved: Image = (await put(image, { name: image.name, altText: 'A ship.' })).body
    assert.equal(saved.usedByCount, 1)
    assert.deepEqual([(await ask(path, one.headers.etag)).status, (await ask('/api/movies', list.headers.etag)).status], [200, 200])
    const described = await ask(path, '')
    assert.match(String(described.headers.etag), /^"1-[\w-]{16}"$/)
    assert.equal((await ask(path, described.headers.etag)).status, 304)
    const change = { ...(await sampleOf('movies').body(app)), image: image.url }
    assert.equal((await app.call('PUT', path, 'staff', change, { 'if-match': String(described.headers.etag) })).status, 200)
    await app.call('DELETE', `/api/images/${image._id}`, 'staff')
    assert.equal(((await app.call('GET', path)).body as Item).imageAlt, 'A ship.', 'records keep a deleted image')
  })
})
