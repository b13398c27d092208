import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Image } from '#contract/images.ts'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const upload = async () => stored(app, await picture('png'), 'poster.png')
const hashOf = ({ url }: Image) => url.split('/')[2] ?? ''
const ask = (id: string, as: Who = 'nobody', headers = {}) => app.call('GET', `/api/images/${id}`, as, undefined, headers)

async function use({ url }: Image, fields: object) {
  const body = { ...(await sampleOf('movies').body(app)), image: url, ...fields }
  assert.equal((await app.call('POST', '/api/movies', 'staff', body)).status, 201)
}

test('an image is read by its id, and by the hash that is in its address', async () => {
  const image = await upload()
  for (const id of [image._id, hashOf(image)]) {
    const { status, body } = await ask(id)
    assert.deepEqual([status, (body as Image)._id, (body as Image).url], [200, image._id, image.url])
  }
  for (const id of ['0'.repeat(64), '01900000-0000-7000-8000-000000000000', 'poster.png', hashOf(image).toUpperCase(), `${'0'.repeat(65)}`])
    assert.equal((await ask(id)).status, 404, id)
  await app.call('DELETE', `/api/images/${image._id}`, 'staff')
  for (const id of [image._id, hashOf(image)]) assert.equal((await ask(id, 'staff')).status, 404, 'it is in the trash')
})

test('its uses are new with each record that uses the image, and the public gets only those that it may see', async () => {
  const image = await upload()
  const first = await ask(image._id)
  await use(image, { title: 'Shown' })
  await use(image, { title: 'Scheduled', showFrom: '2199-12-04' })
  const [told, all] = [await ask(image._id), await ask(image._id, 'staff')]
  assert.deepEqual(
    [told, all].map(({ body }) => [(body as Image).usedByCount, (body as Image).usedBy.map(({ title }) => title).sort()]),
    [
      [1, ['Shown']],
      [2, ['Scheduled', 'Shown']],
    ],
  )
  assert.equal((await ask(image._id, 'nobody', { 'if-none-match': first.headers.etag })).status, 200)
  assert.equal((await ask(image._id, 'nobody', { 'if-none-match': told.headers.etag })).status, 304)
  const secret = await upload()
  await use(secret, { showFrom: '2199-12-04' })
  assert.deepEqual(
    [(await ask(secret._id)).status, (await ask(hashOf(secret))).status, (await ask(secret._id, 'staff')).status],
    [404, 404, 200],
  )
})
