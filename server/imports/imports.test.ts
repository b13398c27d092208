import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Movie } from '#contract/movies.ts'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { type ImportedCollection, type ImportOutcome, importRows } from '#testing/imports.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const film = { genre: 'Drama', description: 'x', trailerUrl: 'https://youtu.be/x' }

const run = (collection: ImportedCollection, rows: object[], more: object = {}, as?: Who) => importRows(app, collection, rows, more, as)
const ofFields = (...rows: Record<string, string>[]) => rows.map((fields) => ({ fields }))
const movie = async (id: string): Promise<Movie> => (await app.call('GET', `/api/movies/${id}`, 'staff')).body
const words = (outcomes: readonly ImportOutcome[]) => outcomes.map(({ outcome }) => outcome)

describe('an import of movies', () => {
  test('adds the rows whose title is new, changes the others, and leaves alone what stays the same', async () => {
    const rows = ofFields({ title: 'Heat', ...film }, { title: 'Ran', ...film })
    const [heat, ran] = await run('movies', rows)
    assert.deepEqual([heat?.outcome, ran?.outcome, heat?.version], ['new', 'new', 1])
    const changed = await run('movies', ofFields({ title: 'Heat', genre: 'Crime' }, { title: 'Ran', ...film }, { title: 'Ikiru', ...film }))
    assert.deepEqual(words(changed), ['changed', 'unchanged', 'new'])
    assert.deepEqual(changed[0], {
      outcome: 'changed',
      _id: heat?._id,
      version: 2,
      from: 1,
      before: { genre: 'Drama' },
      fields: { genre: 'Crime' },
    })
    assert.equal((await movie(heat?._id ?? '')).description, 'x', 'a column that is missing changes nothing')
  })

  test('finds a title in other letters, and prefers the very same', async () => {
    await run('movies', ofFields({ title: 'Playtime', ...film }))
    const [loud] = await run('movies', ofFields({ title: 'PLAYTIME', genre: 'Comedy' }), { dryRun: true })
    assert.deepEqual([loud?.outcome, loud?.fields], ['changed', { title: 'PLAYTIME', genre: 'Comedy' }])
    await app.call('POST', '/api/movies', 'staff', { title: 'PLAYTIME', image: '', ...film })
    const [exact] = await run('movies', ofFields({ title: 'PLAYTIME', ...film }), { dryRun: true })
    assert.equal(exact?.outcome, 'unchanged')
    const [neither] = await run('movies', ofFields({ title: 'PlayTime', ...film }), { dryRun: true })
    assert.match(neither?.errors?.title ?? '', /Several movie records/)
  })
})
