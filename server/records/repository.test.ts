import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { resources } from '#server/resources.ts'
import { type TestApp, testApp } from '#testing/app.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const film = {
  title: 'Häxan',
  genre: 'Horror',
  image: '',
  description: 'She flies.',
  trailerUrl: 'https://archive.org/haxan',
  smallCover: 0,
  showFrom: '',
  showUntil: '',
  trailerHost: '',
}

test('records that are made at once are all made, and found', async () => {
  const { smallCover: _, trailerHost: __, ...body } = film
  const all = await Promise.all(Array.from({ length: 12 }, () => app.call('POST', '/api/movies', 'staff', { ...body, title: 'Vampyr' })))
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]))
  const found = await app.call('GET', '/api/movies?q=vamp', 'staff')
  assert.equal(found.headers['x-total-count'], '12')
})

// SQLite writes one transaction at a time.
if (process.env.TEST_DATABASE === 'postgres')
  test('records that are made at the same moment are not in each other’s way', async () => {
    const { records } = resources.movies
    const begin = () => app.db.startTransaction().setIsolationLevel('serializable').execute()
    const both = [await begin(), await begin()]
    try {
      for (const trx of [...both, ...both]) await records.create(trx, film, undefined)
      for (const trx of both) await trx.commit().execute()
    } finally {
      for (const trx of both) if (!trx.isCommitted) await trx.rollback().execute()
    }
    const found = await app.call('GET', '/api/movies?q=haxan', 'staff')
    assert.equal(found.headers['x-total-count'], '4')
  })
