import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract } from '#contract/all.ts'
import type { Image } from '#contract/images.ts'
import { sheetColumns } from '#contract/sheet.ts'
import { type Reply, type TestApp, testApp } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Item = Record<string, unknown> & { _id: string; version: number }
type Refused = { status: number; body: { fields: Record<string, string> } }

const upload = async (width = 400, height = 600): Promise<Image> => stored(app, await picture('png', { width, height }), 'poster.png')
const put = ({ _id, name }: Image, fields: object, headers = {}): Promise<Reply> =>
  app.call('PUT', `/api/images/${_id}`, 'staff', { name, ...fields }, headers)
async function focused(focalX: number, focalY: number, image?: Image): Promise<Image> {
  const { status, body } = await put(image ?? (await upload()), { focalX, focalY })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const pointOf = ({ focalX, focalY }: Image) => [focalX, focalY]

async function make(collection: string, fields: object): Promise<Item> {
  const body = { ...(await sampleOf(collection).body(app)), date: '2026-03-01', ...fields }
  const made = await app.call('POST', `/api/${collection}`, 'staff', body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body
}
const get = async (path: string): Promise<Item> => (await app.call('GET', path)).body

describe('the focal point of an image', () => {
  test('is the centre at first, is saved as a new version, and an earlier version comes back', async () => {
    const image = await upload()
    assert.deepEqual(pointOf(image), [null, null])
    const saved = await put(image, { focalX: 0, focalY: 100 }, { 'if-match': '"1"' })
    assert.deepEqual([pointOf(saved.body), (saved.body as Image).version], [[0, 100], 2])
    assert.equal((await put(image, { focalX: 1, focalY: 1 }, { 'if-match': '"1"' })).status, 412)
    const centre = await put(image, { focalX: null, focalY: null })
    assert.deepEqual([pointOf(centre.body), (centre.body as Image).version], [[null, null], 3])
    const path = `/api/images/${image._id}`
    for (const [version, point] of [
      [2, [0, 100]],
      [1, [null, null]],
    ]) {
      const back = await app.call('POST', `${path}/restoration`, 'staff', { version })
      assert.deepEqual([back.status, pointOf(back.body)], [200, point])
    }
    const history: { record: Image }[] = (await app.call('GET', `${path}/history`, 'staff')).body
    assert.deepEqual(
      history.map(({ record }) => record.focalX),
      [null, 0, null, 0, null],
    )
  })

  test('stays where a caller that knows nothing of the focal point renames the image or describes many', async () => {
    const image = await focused(30, 20)
    const renamed = await put(image, { name: 'renamed.png' })
    assert.deepEqual([pointOf(renamed.body), (renamed.body as Image).name], [[30, 20], 'renamed.png'])
    const changes = [{ _id: image._id, version: (renamed.body as Image).version, altText: 'A ship.', decorative: false }]
    const many = await app.call('POST', '/api/images/changes', 'staff', { changes })
    assert.deepEqual([many.status, pointOf(await one(image)), (await one(image)).altText], [200, [30, 20], 'A ship.'])
    const trashed = await app.call('DELETE', `/api/images/${image._id}`, 'staff')
    assert.equal(trashed.status, 204)
    const restored = await app.call('POST', `/api/images/${image._id}/restoration`, 'staff')
    assert.deepEqual(pointOf(restored.body), [30, 20])
  })

  test('of an image from before focal points comes back with that version as the centre', async () => {
    const image = await focused(30, 20)
    const { focalX: _, focalY: __, ...earlier } = image
    await app.db
      .updateTable('history')
      .set({ record: JSON.stringify(earlier) })
      .where('recordId', '=', image._id)
      .where('version', '=', 1)
      .execute()
    const back = await app.call('POST', `/api/images/${image._id}/restoration`, 'staff', { version: 1 })
    assert.deepEqual([back.status, pointOf(back.body)], [200, [null, null]])
  })

  test('is refused where it makes no sense, and nothing is saved', async () => {
    const image = await focused(30, 20)
    const numbers = /^The focal point must be whole numbers from 0 to 100, in percent\.$/
    for (const [fields, field, sentence] of [
      [{ focalX: -1, focalY: 50 }, 'focalX', numbers],
      [{ focalX: 50, focalY: 101 }, 'focalY', numbers],
      [{ focalX: 12.5, focalY: 50 }, 'focalX', numbers],
      [{ focalX: '50', focalY: 50 }, 'focalX', numbers],
      [{ focalX: 50 }, 'focalY', /needs both numbers, or neither\.$/],
      [{ focalY: null }, 'focalX', /needs both numbers, or neither\.$/],
      [{ focalX: 50, focalY: null }, 'focalY', /needs both numbers, or neither\.$/],
    ] as const) {
      const { status, body }: Refused = await put(image, { name: 'lost.png', ...fields })
      assert.equal(status, 422, JSON.stringify(fields))
      assert.match(body.fields[field] ?? '', sentence)
    }
    assert.deepEqual([pointOf(await one(image)), (await one(image)).name], [[30, 20], 'poster.png'])
  })

  test('goes over to an image that takes its place, if both have the same proportions', async () => {
    for (const [width, height, expected] of [
      [800, 1200, [30, 20]],
      [801, 1200, [30, 20]],
      [1200, 800, [null, null]],
    ] as const) {
      const [old, better] = [await focused(30, 20), await upload(width, height)]
      const body = { by: better._id, takesOver: true }
      assert.equal((await app.call('POST', `/api/images/${old._id}/replacement`, 'staff', body)).status, 200)
      assert.deepEqual(pointOf(await one(better)), expected)
    }
  })
})

const one = async ({ _id }: Image): Promise<Image> => (await app.call('GET', `/api/images/${_id}`)).body

describe('the focal point of an image is beside each use', () => {
  for (const collection of ['movies', 'menus', 'news'])
    test(`in the list, alone and in the table: ${collection}`, async () => {
      const [off, centred] = [await focused(30, 20), await upload()]
      const [one, other] = [await make(collection, { image: off.url }), await make(collection, { image: centred.url })]
      const path = `/api/${collection}`
      assert.deepEqual((await get(`${path}/${one._id}`)).imageFocalPoint, { x: 30, y: 20 })
      assert.equal('imageFocalPoint' in (await get(`${path}/${other._id}`)), false)
      const listed = (await app.call('GET', path)).body as Item[]
      assert.deepEqual(
        [one, other].map(({ _id }) => listed.find((each) => each._id === _id)?.imageFocalPoint),
        [{ x: 30, y: 20 }, undefined],
      )
      const [head = [], ...rows] = parseCsv((await app.call('GET', path, 'staff', undefined, { accept: 'text/csv' })).body)
      const row = rows.find((each) => each[head.indexOf('_id')] === one._id)
      assert.equal(row?.[head.indexOf('imageFocalPoint')], '{"x":30,"y":20}')
    })

  test('but in no workbook, which is for people', () => {
    for (const { list } of [contract.movies, contract.menus, contract.news, contract.branches])
      assert.doesNotMatch(JSON.stringify(sheetColumns(list, false)), /focal/i)
  })

  test('in the order of a list of images', async () => {
    const [off, centred] = [await focused(100, 0), await upload()]
    const urls = [centred.url, off.url]
    for (const [collection, field, points] of [
      ['news', 'gallery', 'galleryFocalPoints'],
      ['branches', 'images', 'imagesFocalPoints'],
    ] as const) {
      const { _id } = await make(collection, { [field]: urls })
      assert.deepEqual((await get(`/api/${collection}/${_id}`))[points], [null, { x: 100, y: 0 }])
      const none = await make(collection, { [field]: [centred.url] })
      assert.equal(points in (await get(`/api/${collection}/${none._id}`)), false)
    }
  })

  test('and changes the entity tags of the record and the list, without a new version of the record', async () => {
    const image = await upload()
    const { _id } = await make('movies', { image: image.url })
    const paths = [`/api/movies/${_id}`, '/api/movies']
    const tags = () => Promise.all(paths.map(async (path) => String((await app.call('GET', path)).headers.etag)))
    const before = await tags()
    await focused(10, 90, image)
    const after = await tags()
    for (const [at, path] of paths.entries()) {
      assert.notEqual(after[at], before[at], path)
      const ask = (known: string | undefined) => app.call('GET', path, 'nobody', undefined, { 'if-none-match': String(known) })
      assert.deepEqual([(await ask(before[at])).status, (await ask(after[at])).status], [200, 304])
    }
    assert.equal((await get(`/api/movies/${_id}`)).version, 1)
    await focused(11, 90, image)
    assert.notEqual((await tags())[0], after[0])
    await put(image, { focalX: null, focalY: null })
    assert.equal((await tags())[0], before[0])
  })
})
