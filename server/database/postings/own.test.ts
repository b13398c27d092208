import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Image, images } from '#contract/images.ts'
import { type Movie, movies } from '#contract/movies.ts'
import { resourcesWithPictures } from '#server/database/finding.ts'
import { queries } from '#server/database/lists.ts'
import { readPage, usualLimits } from '#server/database/ways.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'
import { findPosted } from './find.ts'
import { keepPostings } from './make.ts'

/** What is asked of a large gallery: words, and whether anything shows the image. */

let app: TestApp
const gallery: Image[] = []
before(async () => {
  app = await testApp()
  await someBranch(app)
  for (const name of ['vampyr 1', 'vampyr 2', 'vampyr 3', 'vampyr 4', 'golem 1', 'golem 2']) gallery.push(await upload(name))
  await keep()
})
after(() => app.close())

const { signal } = new AbortController()
/** Also of a table that is smaller than is worth it. */
const keep = () => keepPostings(app.db, signal, 1)
const upload = async (name: string) => stored(app, await picture('png', { width: 20, height: 30 }), `${name}.png`)

const film = (image: string) => ({ title: 'Vampyr', genre: 'Horror', image, description: 'Fog.', trailerUrl: 'https://archive.org/vampyr' })
async function show({ url }: Image): Promise<Movie> {
  const { status, body } = await app.call('POST', '/api/movies', 'staff', film(url))
  assert.equal(status, 201)
  return body
}
const remove = async (path: string) => assert.equal((await app.call('DELETE', encodeURI(path), 'staff')).status, 204)

const wanted = (used: string, q: string) => ({ q, filters: { used: [used] }, trash: false, limit: 60, after: undefined, order: 'newest' })
const question = (used: string, q: string) => ({
  table: 'images' as const,
  listing: images.list.listing,
  own: { used: { where: (option: string) => sql<boolean>`used = ${option === 'yes' ? 1 : 0}`, hangsOn: resourcesWithPictures } },
  wanted: wanted(used, q),
})
const isTold = async () => (await findPosted(app.db, question('no', 'vampyr'))) !== undefined

/** What the gallery answers, against a look at each of its rows. */
async function compare() {
  const rows = await app.db.selectFrom('images').select(['id', 'name', 'url']).where('deletedAt', 'is', null).execute()
  const shown = new Set((await app.db.selectFrom('imageUses').select('url').execute()).map(({ url }) => url))
  for (const q of ['vampyr', 'v', 'golem', 'nobody']) {
    for (const used of ['yes', 'no']) {
      const { headers, body } = await app.call('GET', `/api/images?used=${used}&q=${q}&limit=1`, 'staff')
      const ids = rows.filter(({ name, url }) => name.startsWith(q) && shown.has(url) === (used === 'yes')).map(({ id }) => id)
      const page = ids.sort().reverse().slice(0, 1)
      assert.deepEqual([headers['x-total-count'], (body as Image[]).map(({ _id }) => _id)], [`${ids.length}`, page], `${used} ${q}`)
    }
  }
}

test('who shows an image and who doesn’t any more is counted at once, settled or not', async () => {
  const films: Movie[] = []
  for (const image of gallery.slice(1, 5)) {
    await compare()
    films.push(await show(image))
    await compare()
    await keep()
    assert.ok(await isTold())
    await compare()
  }
  for (const { _id } of films) {
    await remove(`/api/movies/${_id}`)
    await compare()
    await keep()
    await compare()
  }
})

test('what comes into the gallery and what leaves it is counted at once, settled or not', async () => {
  for (const image of gallery.slice(2, 4)) await show(image)
  await keep()
  for (let round = 0; round < 3; round++) {
    const { name } = await upload(`vampyr 1${round}`)
    await compare()
    if (round > 0) await keep()
    await compare()
    await remove(`/api/images/${name}`)
    await compare()
  }
  await keep()
  await compare()
})

test('a film is counted by what it is now, settled or not, and its filter stays remembered', async () => {
  const elsewhere = 'https://trailers.example/vampyr'
  const trailers = ['https://archive.org/vampyr', elsewhere, elsewhere, elsewhere]
  const films: Movie[] = []
  const told = async () => (await app.call('GET', '/api/movies?trailer=elsewhere&q=vampyr&limit=1', 'staff')).headers['x-total-count']
  const change = async (method: 'POST' | 'PUT', path: string, trailerUrl: string): Promise<Movie> =>
    (await app.call(method, path, 'staff', { ...film(''), trailerUrl })).body
  for (const settles of [keep, async () => {}, keep]) {
    for (const trailerUrl of trailers) films.push(await change('POST', '/api/movies', trailerUrl))
    await settles()
    for (const [at, one] of films.entries())
      films[at] = await change('PUT', `/api/movies/${one._id}`, trailers[(at + films.length) % 3] ?? '')
    const { total } = await app.db
      .selectFrom('movies')
      .where('deletedAt', 'is', null)
      .where('trailerHost', '>', '')
      .select((eb) => eb.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow()
    assert.equal(await told(), `${total}`)
  }
  const asked = {
    table: 'movies' as const,
    listing: movies.list.listing,
    wanted: { ...wanted('', 'vampyr'), filters: { trailer: ['elsewhere'] } },
  }
  const own = { trailer: { where: () => sql<boolean>`trailer_host > ''`, hangsOn: [] } }
  assert.equal(`${(await findPosted(app.db, { ...asked, own }))?.total}`, await told())
})

test('what images don’t hang on leaves in force what is remembered of them, and what they hang on doesn’t', async () => {
  await keep()
  assert.ok(await isTold())
  await someBooking(app)
  assert.ok(await isTold())
  const { _id } = await show(gallery[0] as Image)
  assert.equal(await isTold(), false)
  await keep()
  assert.ok(await isTold())
  await remove(`/api/movies/${_id}`)
})

test('an image that is shown since they were counted isn’t among the unused ones on the page', async () => {
  await keep()
  const unused = question('no', 'vampyr')
  const found = await findPosted(app.db, unused)
  const image = gallery[1] as Image
  await show(image)
  for (const limits of [usualLimits, { ...usualLimits, few: 0, fewPosted: 0 }]) {
    const rows = (await readPage(queries(app.db, unused, limits, found).pages, 60, found?.total ?? 0)) as { id: string }[]
    assert.ok(rows.length > 0)
    assert.ok(!rows.some(({ id }) => id === image._id))
  }
})
