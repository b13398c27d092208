import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import { today } from '#contract/dates.ts'
import type { Movie } from '#contract/movies.ts'
import { type TestApp, testApp } from '#testing/app.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const staff = async <Body>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ status: number; body: Body }> => app.call(method, path, 'staff', body) as Promise<{ status: number; body: Body }>
const movie = { title: 'Playtime', genre: 'Comédie', description: 'x', trailerUrl: 'https://example.org/x' }
const branch = { name: 'Kino Ost', address: 'x', googleMapsUrl: 'https://example.org/x' }
const booking = { branchName: 'Kino Ost', date: '2026-11-27', time: '19:30', fullName: 'Ada', phoneNumber: '+43 660 1234567' }

describe('one text, however it was typed', () => {
  test('is one genre of the filter, which finds all of it', async () => {
    for (const genre of ['Comédie', 'Come\u0301die', 'Comédie\u00a0dramatique', 'Comédie  dramatique', 'Comédie dramatique\u200b'])
      assert.equal((await staff('POST', '/api/movies', { ...movie, genre })).status, 201)
    assert.deepEqual((await staff('GET', '/api/movies/values/genre')).body, ['Comédie', 'Comédie dramatique'])
    for (const [genre, most] of [
      ['Come\u0301die', 2],
      ['Comédie\u00a0 dramatique', 3],
    ] as const)
      assert.equal((await staff<Movie[]>('GET', `/api/movies?genre=${encodeURIComponent(genre)}`)).body.length, most)
    assert.equal((await staff<Movie[]>('GET', `/api/movies?q=${encodeURIComponent('Come\u0301die\u00a0dram')}`)).body.length, 3)
  })

  test('is one branch, which is booked and found by any of its forms', async () => {
    const { body } = await staff<{ name: string }>('POST', '/api/branches', { ...branch, name: 'Kino\u00a0Ost' })
    assert.equal(body.name, 'Kino Ost')
    for (const branchName of ['Kino Ost', 'Kino\u00a0Ost', ' Kino  O\u200bst'])
      assert.equal((await staff<Booking>('POST', '/api/bookings', { ...booking, branchName })).body.branchName, 'Kino Ost')
    const visits = `/api/bookings/visits?date=2026-11-27..2026-11-27&branchName=${encodeURIComponent('Kino\u00a0Ost')}`
    assert.equal((await staff<Booking[]>('GET', visits)).body.length, 3)
  })

  test('comes back from the history in the form of now', async () => {
    const { body: made } = await staff<Movie>('POST', '/api/movies', { ...movie, title: 'Golem' })
    // As a version was written before texts had a form.
    const record = JSON.stringify({ ...made, title: 'Go\u200blem\u00a0 II', description: 'One\vTwo' })
    await app.db.updateTable('history').set({ record }).where('recordId', '=', made._id).execute()
    await staff('PUT', `/api/movies/${made._id}`, { ...movie, title: 'Other' })
    const { body } = await staff<Movie>('POST', `/api/movies/${made._id}/restoration`, { version: 1 })
    assert.deepEqual([body.title, body.description], ['Golem II', 'One\nTwo'])
  })
})

describe('a promo code', () => {
  const create = (code: string) =>
    staff<{ code: string; _id: string; fields: object }>('POST', '/api/promo-codes', { code, percentage: 20 })

  test('can’t be made beside one that looks like it', async () => {
    assert.equal((await create('winter-20')).body.code, 'WINTER-20')
    for (const code of ['WINTER–20', '\uff37\uff29\uff2e\uff34\uff25\uff32-20', '“Winter-20”', 'WIN\u00adTER-20'])
      assert.deepEqual((await create(code)).body.fields, { code: 'A promo code with this code already exists.' }, code)
    assert.equal((await create('GROẞ')).status, 201)
    for (const code of ['groß', 'GROSS', 'gross']) assert.equal((await create(code)).status, 409, code)
    assert.equal((await create('İNDİRİM20')).body.code, 'İNDİRİM20')
    for (const code of ['indirim20', 'INDIRIM20', 'ındırım20']) assert.equal((await create(code)).status, 409, code)
  })

  test('is meant by each of its forms: it is valid, and a booking carries its own letters', async () => {
    for (const [typed, meant] of [
      ['indirim20', 'İNDİRİM20'],
      ['groß', 'GROẞ'],
      ['\uff57\uff49\uff4e\uff54\uff45\uff52\u201320', 'WINTER-20'],
      ['WINTER-20\u200b', 'WINTER-20'],
      ['Gutscheincode: *WINTER -٢٠*', 'WINTER-20'],
    ] as const) {
      assert.deepEqual((await staff('POST', '/api/validate', { code: typed })).body, { discountPercentage: 20 }, typed)
      const { body } = await staff<Booking>('POST', '/api/bookings', { ...booking, promoCode: typed })
      assert.deepEqual([body.promoCode, body.discountPercentage], [meant, 20])
      const again = await staff<Booking>('PUT', `/api/bookings/${body._id}`, { ...booking, time: '21:00', promoCode: typed })
      assert.deepEqual([again.body.promoCode, again.body.discountPercentage], [meant, 20], 'it is the same code, which counts once')
    }
    const uses = (await staff<{ code: string; uses: number }[]>('GET', '/api/promo-codes?q=winter')).body
    assert.deepEqual(
      uses.map(({ code, uses: times }) => [code, times]),
      [['WINTER-20', 3]],
    )
  })

  test('from before that keeps its letters beside another one can still be changed', async () => {
    const { body } = await create('TWIN')
    await app.db
      .updateTable('promoCodes')
      .set({ code: '\uff34\uff37\uff29\uff2e', codeKey: '\uff34\uff37\uff29\uff2e' })
      .where('id', '=', body._id)
      .execute()
    assert.equal((await create('TWIN')).status, 201)
    const paused = await staff<{ code: string; paused: boolean }>('PUT', `/api/promo-codes/${body._id}`, {
      code: '\uff34\uff37\uff29\uff2e',
      percentage: 20,
      paused: true,
    })
    assert.deepEqual([paused.body.code, paused.body.paused], ['\uff34\uff37\uff29\uff2e', true])
    assert.equal((await staff('POST', '/api/validate', { code: 'twin' })).status, 200)
  })
})

test('whoever is signed in is told the day of the chain and its time zone', async () => {
  const { headers } = await app.call('GET', '/api/session', 'staff')
  assert.deepEqual([headers['chain-day'], headers['chain-time-zone']], [today(), new Intl.DateTimeFormat().resolvedOptions().timeZone])
})
