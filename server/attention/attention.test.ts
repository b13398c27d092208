import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Attention } from '#contract/attention.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { leastCoverWidth } from '#contract/movies.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'

let app: TestApp
before(async () => {
  app = await testApp({ trailerHosts: ['framed.example'] })
})
after(() => app.close())

const paths = {
  movies: '/api/movies',
  bookings: '/api/bookings',
  branches: '/api/branches',
  codes: '/api/promo-codes',
  images: '/api/images',
  closures: '/api/closures',
}
const youTube = 'https://www.youtube.com/embed/FC6jFoYm3xs'

const make = async (path: string, body: object): Promise<{ _id: string; version: number }> =>
  (await app.call('POST', path, 'staff', body)).body
const addFilm = (more: object = {}) =>
  make(paths.movies, { title: 'Faust', genre: 'Drama', image: '', description: 'A bet.', trailerUrl: youTube, ...more })
const addCode = (code: string, lastDay: string) =>
  make(paths.codes, { code, percentage: 10, firstDay: '', lastDay, mostUses: null, paused: false })

/** Stores an image, by default with an alt text. */
async function cover(width: number, altText = 'A count.'): Promise<string> {
  const { _id, name, url } = await stored(app, await picture('png', { width, height: 900 }))
  if (altText) await app.call('PUT', `${paths.images}/${_id}`, 'staff', { name, altText })
  return url
}

/** Returns the attention counts by kind, after a check that the lists give the same totals. */
async function attention(): Promise<Record<string, number>> {
  const found: Attention[] = (await app.call('GET', '/api/attention', 'staff')).body
  const lists: Record<Attention['kind'], string> = {
    'no cover': paths.movies,
    'small cover': paths.movies,
    'trailer elsewhere': paths.movies,
    'still pending': paths.bookings,
    'guests to call': paths.closures,
    'no picture': paths.branches,
    'no alt text': paths.images,
    'code ending': paths.codes,
  }
  for (const { kind, count, asked } of found) {
    const query = new URLSearchParams(Object.entries(asked).flatMap(([name, values]) => values.map((value) => [name, value])))
    const { headers, body }: { headers: Record<string, unknown>; body: unknown[] } = await app.call(
      'GET',
      `${lists[kind]}?${query}`,
      'staff',
    )
    assert.deepEqual([Number(headers['x-total-count']), body.length], [count, count], kind)
  }
  return Object.fromEntries(found.map(({ kind, count }) => [kind, count]))
}

test('nothing needs anybody where everything is as it should be', async () => {
  assert.deepEqual(await attention(), {})
  await addFilm({ image: await cover(leastCoverWidth) })
  await make(paths.branches, {
    name: 'Well lit',
    address: '1 Street',
    googleMapsUrl: 'https://maps.app.goo.gl/x',
    images: [await cover(700)],
  })
  await addCode('LATER', daysAfter(today(), 7))
  await addCode('ALWAYS', '')
  assert.deepEqual(await attention(), {})
})

test('each thing is counted until it is mended, and told with what its list is asked for', async () => {
  const bare = await addFilm()
  await addFilm({ image: await cover(leastCoverWidth - 1, ''), trailerUrl: 'https://archive.org/details/faust' })
  const dark = await make(paths.branches, { name: 'Dark', address: '2 Street', googleMapsUrl: 'https://maps.app.goo.gl/y', images: [] })
  const booking = { branchName: 'Dark', time: '19:30', fullName: 'Ada Byron', phoneNumber: '0660 1234567' }
  await make(paths.bookings, { ...booking, date: daysAfter(today(), -1) })
  await make(paths.bookings, { ...booking, date: today() })
  await make(paths.bookings, { ...booking, date: daysAfter(today(), -2), status: 1 })
  await addCode('NOW', daysAfter(today(), 6))
  await addCode('OVER', daysAfter(today(), -1))
  const all = {
    'no cover': 1,
    'small cover': 1,
    'trailer elsewhere': 1,
    'still pending': 1,
    'no picture': 1,
    'no alt text': 1,
    'code ending': 1,
  }
  assert.deepEqual(await attention(), all)
  await app.call('DELETE', `${paths.movies}/${bare._id}`, 'staff')
  await app.call('DELETE', `${paths.branches}/${dark._id}`, 'staff')
  const { 'no cover': _, 'no picture': __, ...left } = all
  assert.deepEqual(await attention(), left)
})

test('a closure needs attention while a guest of one of its bookings is to be called: not canceled, not called, and still to come', async () => {
  const place = { address: '3 Street', googleMapsUrl: 'https://maps.app.goo.gl/z' }
  for (const name of ['Closed', 'Open']) await make(paths.branches, { name, ...place, images: [await cover(700)] })
  const toCall = async () => (await attention())['guests to call'] ?? 0
  const [day, next] = [daysAfter(today(), 3), daysAfter(today(), 4)]
  const closure = {
    branchName: 'Closed',
    firstDay: daysAfter(today(), -2),
    lastDay: day,
    fromTime: '18:00',
    untilTime: '20:00',
    reason: 'Storm',
  }
  await make(paths.closures, closure)
  const book = (more: object) =>
    make(paths.bookings, {
      branchName: 'Closed',
      date: day,
      time: '19:59',
      fullName: 'Ada',
      phoneNumber: '0660 1234567',
      status: 1,
      ...more,
    })
  for (const elsewhere of [{ time: '17:59' }, { time: '20:00' }, { date: next }, { date: daysAfter(today(), -1) }, { branchName: 'Open' }])
    await book(elsewhere)
  assert.equal(await toCall(), 0)
  const [one, other] = [await book({ time: '18:00' }), await book({})]
  assert.equal(await toCall(), 1)
  await app.call('PUT', `${paths.bookings}/${one._id}/contacted`, 'staff', { contacted: true })
  assert.equal(await toCall(), 1)
  await app.call('POST', `${paths.bookings}/changes`, 'staff', { changes: [{ _id: other._id, version: 1, status: 2 }] })
  assert.equal(await toCall(), 0)
  const everywhere = await make(paths.closures, {
    ...closure,
    branchName: '',
    everywhere: true,
    lastDay: next,
    fromTime: '',
    untilTime: '',
  })
  assert.equal(await toCall(), 1)
  await app.call('DELETE', `${paths.closures}/${everywhere._id}`, 'staff')
  assert.equal(await toCall(), 0)
})

test('a trailer is elsewhere unless a player of YouTube or Vimeo shows it, and also after the film is changed', async () => {
  const before = (await attention())['trailer elsewhere'] ?? 0
  const film = { title: 'Orlac', genre: 'Drama', image: '', description: 'Hands.' }
  const { _id } = await addFilm({ ...film, trailerUrl: 'https://youtu.be/FC6jFoYm3xs' })
  assert.equal((await attention())['trailer elsewhere'], before)
  await app.call('PUT', `${paths.movies}/${_id}`, 'staff', { ...film, trailerUrl: 'http://framed.example/orlac' })
  assert.equal((await attention())['trailer elsewhere'], before + 1)
  await app.call('POST', `${paths.movies}/${_id}/restoration`, 'staff', { version: 1 })
  assert.equal((await attention())['trailer elsewhere'], before)
})

test('where all trailers elsewhere are on hosts that TRAILER_HOSTS names, nothing is said of them', async () => {
  const other = await testApp({ trailerHosts: ['framed.example'] })
  try {
    const film = { title: 'Faust', genre: 'Drama', image: '', description: 'A bet.', trailerUrl: 'https://framed.example/faust' }
    await other.call('POST', paths.movies, 'staff', film)
    const { body }: { body: Attention[] } = await other.call('GET', '/api/attention', 'staff')
    assert.deepEqual(
      body.map(({ kind }) => kind),
      ['no cover'],
    )
  } finally {
    await other.close()
  }
})

test('it is told to staff, and once for as long as nothing changes', async () => {
  assert.equal((await app.call('GET', '/api/attention')).status, 401)
  const { headers } = await app.call('GET', '/api/attention', 'staff')
  const again = await app.call('GET', '/api/attention', 'staff', undefined, { 'if-none-match': String(headers.etag) })
  assert.equal(again.status, 304)
})
