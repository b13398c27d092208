import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Image, mostReplaced, type Replaced } from '#contract/images.ts'
import { type Reply, type TestApp, testApp, type Who } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Item = Record<string, unknown> & { _id: string; version: number }
const upload = async (name: string, width = 700): Promise<Image> => stored(app, await picture('png', { width, height: 900 }), name)

async function make(collection: string, fields: object): Promise<Item> {
  const made = await app.call('POST', `/api/${collection}`, 'staff', { ...(await sampleOf(collection).body(app)), ...fields })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body
}
const get = async (collection: string, { _id }: Item): Promise<Item> => (await app.call('GET', `/api/${collection}/${_id}`, 'staff')).body
const replace = (image: Image, by: Image, more: object = {}, as: Who = 'staff'): Promise<Reply> =>
  app.call('POST', `/api/images/${image._id}/replacement`, as, { by: by._id, ...more })
const outcome = ({ status, body }: Reply): { changed: Replaced[]; left: number } => {
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const inGallery = async (query = ''): Promise<Image[]> => (await app.call('GET', `/api/images${query}`, 'staff')).body

describe('an image is replaced', () => {
  test('in every record that uses it, each as a new version by the caller, and goes to the trash', async () => {
    const [old, other, better] = [await upload('old.png', 500), await upload('other.png'), await upload('new.png')]
    await app.call('PUT', `/api/images/${old._id}`, 'staff', { name: 'Poster', altText: 'A ship.' })
    const movie = await make('movies', { image: old.url, title: 'Small' })
    const branch = await make('branches', { images: [other.url, old.url, other.url] })
    const news = await make('news', { image: old.url, gallery: [old.url, other.url] })
    const deleted = await make('menus', { image: old.url })
    await app.call('DELETE', `/api/menus/${deleted._id}`, 'staff')
    assert.equal(((await app.call('GET', '/api/movies?coverSize=small&q=small', 'staff')).body as Item[]).length, 1)

    const { changed, left } = outcome(await replace(old, better, { takesOver: true }))
    assert.deepEqual(
      [changed.map(({ resource, version }) => `${resource} ${version}`).sort(), left],
      [['branches 2', 'movies 2', 'news 2'], 0],
    )
    assert.equal((await get('movies', movie)).image, better.url)
    assert.deepEqual((await get('branches', branch)).images, [other.url, better.url, other.url])
    const { image, gallery, title } = await get('news', news)
    assert.deepEqual([image, gallery, title], [better.url, [better.url, other.url], news.title])
    const [version]: { byName: string; action: string }[] = (await app.call('GET', `/api/movies/${movie._id}/history`, 'staff')).body
    assert.deepEqual([version?.byName, version?.action], ['staff', 'update'])
    assert.deepEqual((await app.call('GET', '/api/movies?coverSize=small&q=small', 'staff')).body, [], 'the new cover is large enough')

    const now = await inGallery()
    assert.ok(!now.some(({ _id }) => _id === old._id))
    const heir = now.find(({ _id }) => _id === better._id)
    assert.deepEqual([heir?.name, heir?.altText, heir?.usedByCount], ['Poster', 'A ship.', 3])
    assert.ok((await inGallery('?trash=1')).some(({ _id }) => _id === old._id))
    await app.call('POST', `/api/menus/${deleted._id}/restoration`, 'staff')
    assert.equal((await get('menus', deleted)).image, old.url, 'a record from the trash has the image that it had')
  })

  test('step by step where many records use it; only the last step moves it to the trash', async () => {
    const [old, better] = [await upload('many.png'), await upload('better.png')]
    for (let at = 0; at < 2 * mostReplaced + 1; at++) await make('menus', { image: old.url })
    const steps: number[][] = []
    for (let left = 1; left > 0; ) {
      assert.ok((await inGallery()).some(({ _id }) => _id === old._id))
      const step = outcome(await replace(old, better))
      steps.push([step.changed.length, step.left])
      left = step.left
    }
    assert.deepEqual(steps, [
      [50, 51],
      [50, 1],
      [1, 0],
    ])
    assert.ok(!(await inGallery()).some(({ _id }) => _id === old._id))
    assert.equal((await inGallery()).find(({ _id }) => _id === better._id)?.name, 'better.png', 'it keeps its name')
  })

  test('and put back in the records that nobody has changed since', async () => {
    const [old, better] = [await upload('before.png'), await upload('after.png')]
    const [one, edited, gone] = [
      await make('movies', { image: old.url }),
      await make('movies', { image: old.url }),
      await make('menus', { image: old.url }),
    ]
    const own = await make('menus', { image: better.url })
    const { changed } = outcome(await replace(old, better))
    await app.call('PUT', `/api/movies/${edited._id}`, 'staff', {
      ...(await sampleOf('movies').body(app)),
      title: 'Edited',
      image: better.url,
    })
    await app.call('DELETE', `/api/menus/${gone._id}`, 'staff')
    await app.call('POST', `/api/menus/${gone._id}/erasure`, 'super user')
    assert.equal((await replace(better, old, { only: changed })).status, 422, 'the image is in the trash')
    assert.equal((await app.call('POST', `/api/images/${old._id}/restoration`, 'staff')).status, 200)
    const back = outcome(await replace(better, old, { only: changed }))
    assert.deepEqual([back.changed.map(({ _id }) => _id), back.left], [[one._id], 2])
    assert.equal((await get('movies', one)).image, old.url)
    assert.deepEqual([(await get('movies', edited)).image, (await get('menus', own)).image], [better.url, better.url])
    assert.ok((await inGallery()).some(({ _id }) => _id === better._id))
  })

  test('and put back in all records, both images stay in the gallery', async () => {
    const [old, better] = [await upload('first.png'), await upload('second.png')]
    await make('movies', { image: old.url })
    const { changed } = outcome(await replace(old, better))
    await app.call('POST', `/api/images/${old._id}/restoration`, 'staff')
    assert.equal(outcome(await replace(better, old, { only: changed })).left, 0)
    const ids = (await inGallery()).map(({ _id }) => _id)
    assert.deepEqual([ids.includes(old._id), ids.includes(better._id)], [true, true])
    const again = outcome(await replace(old, better))
    await app.call('POST', `/api/images/${old._id}/restoration`, 'staff')
    await app.call('DELETE', `/api/images/${better._id}`, 'staff')
    assert.equal(outcome(await replace(better, old, { only: again.changed })).left, 0, 'also from an image in the trash')
  })

  test('by nobody who is not signed in, by no image that is not in the gallery, and not by itself', async () => {
    const [old, trashed] = [await upload('x.png'), await upload('y.png')]
    const movie = await make('movies', { image: old.url })
    assert.equal((await replace(old, trashed, {}, 'nobody')).status, 401)
    await app.call('DELETE', `/api/images/${trashed._id}`, 'staff')
    const missing = { ...trashed, _id: '01900000-0000-7000-8000-000000000000' }
    for (const by of [old, trashed, missing]) {
      const { status, body }: { status: number; body: { fields: object } } = await replace(old, by)
      assert.deepEqual([status, body.fields], [422, { by: 'Choose another image from the gallery.' }])
    }
    const only = Array.from({ length: mostReplaced + 1 }, () => ({ resource: 'movies', _id: movie._id, version: 1 }))
    assert.equal((await replace(old, await upload('z.png'), { only })).status, 422)
    assert.equal((await replace(missing, old)).status, 404)
    assert.equal((await replace(trashed, old)).status, 404)
    const menu = await make('menus', { image: old.url })
    await app.call('DELETE', `/api/menus/${menu._id}`, 'staff')
    const deleted = { resource: 'menus', _id: menu._id, version: 2 }
    const odd = ['constructor', 'users', 'nothing'].map((resource) => ({ resource, _id: movie._id, version: 1 }))
    assert.deepEqual(outcome(await replace(old, await upload('w.png'), { only: [...odd, deleted] })).changed, [])
    assert.equal((await get('movies', movie)).image, old.url)
  })

  test('by one of two people who do so at once; the other one is told', async () => {
    const [old, one, other] = [await upload('both.png'), await upload('one.png'), await upload('two.png')]
    const movies = [await make('movies', { image: old.url }), await make('movies', { image: old.url })]
    const replies = await Promise.all([replace(old, one), replace(old, other)])
    const refused = replies.find(({ status }) => status === 404)?.body as { error: string } | undefined
    assert.equal(refused?.error, 'Another user has replaced or deleted this image.')
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
    const winner = replies[0]?.status === 200 ? one : other
    for (const movie of movies) assert.equal((await get('movies', movie)).image, winner.url)
  })
})
