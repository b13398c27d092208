import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { imports } from '#contract/imports.ts'
import type { Movie } from '#contract/movies.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { imported, importRows, ofFields, outcomesOf } from '#testing/imports.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const film = { genre: 'Drama', description: 'x', trailerUrl: 'https://youtu.be/x' }
const add = async (title: string): Promise<Movie> => (await app.call('POST', '/api/movies', 'staff', { ...film, image: '', title })).body
const movie = async (id: string | undefined): Promise<Movie> => (await app.call('GET', `/api/movies/${id}`, 'staff')).body
const versions = async () => (await app.db.selectFrom('history').select('id').execute()).length

describe('an import', () => {
  test('adds the rows whose title is new, changes the others, and leaves alone what stays the same', async () => {
    const [heat, ran] = await importRows(app, 'movies', ofFields({ title: 'Heat', ...film }, { title: 'Ran', ...film }))
    assert.deepEqual([heat?.outcome, ran?.outcome, heat?.version], ['new', 'new', 1])
    assert.deepEqual(heat?.fields, { ...film, title: 'Heat', image: '' })
    const before = await versions()
    const rows = ofFields({ title: 'Heat', genre: 'Crime' }, { title: 'Ran', ...film }, { title: 'Ikiru', ...film })
    const [changed, ...others] = await importRows(app, 'movies', rows)
    assert.deepEqual(outcomesOf(others), ['unchanged', 'new'])
    const facts = { _id: heat?._id, version: 2, from: 1 }
    assert.deepEqual(changed, { outcome: 'changed', ...facts, before: { genre: 'Drama' }, fields: { genre: 'Crime' } })
    assert.equal((await movie(heat?._id)).description, 'x', 'a column that is missing changes nothing')
    assert.equal((await versions()) - before, 2)
  })

  test('writes nothing as a dry run, and tells the same', async () => {
    await add('Alien')
    const rows = ofFields({ title: 'Alien', genre: 'Horror' }, { title: 'Aliens', ...film }, { title: 'Alien³', genre: 'Horror' })
    const before = await versions()
    const preview = await importRows(app, 'movies', rows, { dryRun: true, batch: undefined })
    assert.equal(await versions(), before)
    assert.deepEqual(outcomesOf(preview), ['changed', 'new', 'faulty'])
    const [changed, made, faulty] = await importRows(app, 'movies', rows)
    assert.deepEqual([changed, faulty], [{ ...preview[0], version: 2 }, preview[2]])
    assert.deepEqual({ ...made, _id: undefined, version: undefined }, { ...preview[1], _id: undefined, version: undefined })
  })

  test('empties a field whose cell is empty, if the field may be', async () => {
    const { url } = await stored(app, await picture('png'))
    const full = { ...film, title: 'Brazil', image: url, showFrom: '31.12.2099', showUntil: '73051' }
    const [made] = await importRows(app, 'movies', ofFields(full))
    const { image, showFrom, showUntil } = await movie(made?._id)
    assert.deepEqual({ image, showFrom, showUntil }, { image: url, showFrom: '2099-12-31', showUntil: '2100-01-01' })
    const [emptied] = await importRows(app, 'movies', ofFields({ title: 'Brazil', image: '', showFrom: '', showUntil: '' }))
    assert.deepEqual(emptied?.fields, { image: '', showFrom: '', showUntil: '' })
    const [refused] = await importRows(app, 'movies', ofFields({ title: 'Brazil', genre: '' }))
    assert.deepEqual(refused, { outcome: 'faulty', errors: { genre: 'Genre is required.' } })
  })

  test('names every cell that is wrong in the words of the form, and goes on with the other rows', async () => {
    const nowhere = `/media/${'0'.repeat(64)}/640.webp`
    const outcomes = await importRows(
      app,
      'movies',
      ofFields(
        { title: 'x'.repeat(201), genre: '', description: '=A2', trailerUrl: 'youtube' },
        { ...film, title: 'Sorcerer', image: nowhere },
        { ...film, title: 'Stalker', showFrom: '2099-02-01', showUntil: '2099-01-01' },
        { ...film, title: 'Solaris', showFrom: '03/04/2099' },
        { ...film },
        { ...film, title: 'Mirror' },
      ),
    )
    assert.deepEqual(
      outcomes.slice(0, 5).map(({ errors }) => errors),
      [
        {
          title: 'Title is too long: at most 200 characters.',
          genre: 'Genre is required.',
          description: 'This cell is a formula. Enter the value of the formula.',
          trailerUrl: 'This is not a valid web address. Paste the link to the video, such as https://youtu.be/PqZeFBbDHhs',
        },
        { image: 'Choose an image from the gallery.' },
        { showUntil: '"Show until" must not be before "Show from".' },
        { showFrom: 'This date can be read in two ways. Write 2099-04-03 or 2099-03-04.' },
        { title: 'Title is required.' },
      ],
    )
    assert.equal(outcomes[5]?.outcome, 'new')
  })

  for (const collection of ['movies', 'menus', 'branches', 'promoCodes', 'news'] as const)
    test(`takes what ${collection} have`, async () => {
      const { name, body } = { ...sampleOf(imports[collection].import.path.split('/')[2] ?? '') }
      const sample = await body(app)
      const texts = Object.fromEntries(
        Object.entries(sample).map(([field, value]) => [field, Array.isArray(value) ? '' : String(value ?? '')]),
      )
      const [made] = await importRows(app, collection, ofFields(texts))
      assert.equal(made?.outcome, 'new', JSON.stringify(made))
      const { body: item }: { body: Record<string, unknown> } = await app.call('GET', `/api/${name}/${made._id}`, 'staff')
      assert.deepEqual({ ...item, ...made.fields }, item)
      assert.deepEqual(outcomesOf(await importRows(app, collection, ofFields(texts))), ['unchanged'])
    })

  test('takes a call with many long texts, which other calls refuse', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({ fields: { ...film, title: `Long ${at}`, description: 'Ä'.repeat(5_000) } }))
    assert.equal(new Set(outcomesOf(await importRows(app, 'movies', rows, { dryRun: true }))).size, 1)
    const tooLarge = { batch: randomUUID(), rows: Array.from({ length: 60 }, () => ({ fields: { description: 'x'.repeat(20_000) } })) }
    assert.equal((await app.call('POST', '/api/movies/imports', 'staff', tooLarge)).status, 413)
  })

  test('that is repeated with its key is done once', async () => {
    const body = { batch: randomUUID(), rows: ofFields({ title: 'Once', ...film }) }
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await app.call('POST', '/api/movies/imports', 'staff', body, headers),
      await app.call('POST', '/api/movies/imports', 'staff', body, headers),
    ]
    assert.deepEqual(second.body, first.body)
    assert.equal((await imported(app, 'movies', body.batch)).length, 1)
  })
})

describe('the key of a row', () => {
  test('is found in other letters, and the very same comes first', async () => {
    await add('Playtime')
    const [loud] = await importRows(app, 'movies', ofFields({ title: 'PLAYTIME', genre: 'Comedy' }), { dryRun: true })
    assert.deepEqual([loud?.outcome, loud?.fields], ['changed', { title: 'PLAYTIME', genre: 'Comedy' }])
    await add('PLAYTIME')
    const [exact, neither] = await importRows(app, 'movies', ofFields({ title: 'PLAYTIME', ...film }), { dryRun: true }).then(
      async (outcomes) => [...outcomes, ...(await importRows(app, 'movies', ofFields({ title: 'PlayTime', ...film })))],
    )
    assert.equal(exact?.outcome, 'unchanged')
    assert.match(neither?.errors?.title ?? '', /^Several movie records have this title\./)
  })

  test('is the only one of its kind in a call', async () => {
    const rows = ofFields({ title: 'Twin', ...film }, { title: 'Other', ...film }, { title: ' TWIN ', ...film })
    const outcomes = await importRows(app, 'movies', rows, { dryRun: true })
    assert.deepEqual(outcomesOf(outcomes), ['new', 'new', 'faulty'])
    assert.deepEqual(outcomes[2]?.errors, { title: 'Same title as row 1 of this call.' })
  })

  test('may be the id: then a title can change, and a row without an id is new', async () => {
    const { _id } = await add('Old Title')
    const rows = ofFields(
      { _id, title: 'New Title' },
      { _id: '', title: 'Third Title', ...film },
      { _id: randomUUID(), title: 'No Title' },
      { _id: 'seven' },
      { _id: _id.toUpperCase(), title: 'Again' },
    )
    const outcomes = await importRows(app, 'movies', rows, { key: '_id' })
    assert.deepEqual(outcomesOf(outcomes), ['changed', 'new', 'faulty', 'faulty', 'faulty'])
    assert.deepEqual(
      outcomes.slice(2).map(({ errors }) => errors?._id),
      ['There is no movie with this id.', 'This is not a valid id.', 'Same _id as row 1 of this call.'],
    )
    assert.equal((await movie(_id)).title, 'New Title')
  })

  test('does not find a record in the trash', async () => {
    const { _id } = await add('Gone Girl')
    await app.call('DELETE', `/api/movies/${_id}`, 'staff')
    const [byTitle] = await importRows(app, 'movies', ofFields({ title: 'Gone Girl', ...film }), { dryRun: true })
    const [byId] = await importRows(app, 'movies', ofFields({ _id, ...film }), { dryRun: true, key: '_id' })
    assert.deepEqual([byTitle?.outcome, byId?.outcome], ['new', 'faulty'])
  })
})

describe('a row that was previewed', () => {
  const [title, row] = ['Vertigo', { ...film, title: 'Vertigo' }]

  test('is not written over a change that came meanwhile', async () => {
    const { _id, version } = await add(title)
    await app.call('PUT', `/api/movies/${_id}`, 'staff', { ...film, image: '', title, genre: 'Mystery' })
    const [stale] = await importRows(app, 'movies', [{ fields: { title, genre: 'Thriller' }, version }])
    assert.deepEqual([stale?.outcome, stale?._id, stale?.version, stale?.current?.version], ['stale', _id, 2, 2])
    assert.match(stale?.error ?? '', /changed by another user/)
    const [fresh] = await importRows(app, 'movies', [{ fields: { title, genre: 'Thriller' }, version: 2 }])
    assert.equal(fresh?.outcome, 'changed')
    const [done] = await importRows(app, 'movies', [{ fields: { title, genre: 'Thriller' }, version: 2 }])
    assert.deepEqual(done, { outcome: 'unchanged', _id, version: 3 }, 'a call that is repeated finds its own work')
  })

  test('is not added beside a record that came meanwhile', async () => {
    const [stale] = await importRows(app, 'movies', [{ fields: row, create: true }])
    assert.deepEqual([stale?.outcome, stale?.version, typeof stale?.current?._id], ['stale', 3, 'string'])
    assert.match(stale?.error ?? '', /has added a movie with this title/)
  })

  test('is not added in the place of a record that went meanwhile', async () => {
    const { _id, version } = await add('Marnie')
    await app.call('DELETE', `/api/movies/${_id}`, 'staff')
    for (const more of [{}, { key: '_id' }]) {
      const [stale] = await importRows(app, 'movies', [{ fields: { _id, ...film, title: 'Marnie' }, version }], more)
      assert.deepEqual([stale?.outcome, stale?.current], ['stale', null])
      assert.match(stale?.error ?? '', /deleted or renamed/)
    }
  })

  test('is added once by two imports at the same moment', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ fields: { ...film, title: `Race ${at}` }, create: true }))
    const both = await Promise.all([rows, rows.toReversed()].map((some) => importRows(app, 'movies', some)))
    assert.deepEqual(both.flatMap(outcomesOf).sort(), [...Array(20).fill('new'), ...Array(20).fill('unchanged')])
  })
})

test('imports of several users at once all get through', async () => {
  const users = Array.from({ length: 3 }, (_, user) => async () => {
    const outcomes: string[] = []
    for (let call = 0; call < 3; call++) {
      const rows = Array.from({ length: 20 }, (_, at) => ({ fields: { ...film, title: `Film ${call * 20 + at} of ${user}` } }))
      outcomes.push(...outcomesOf(await importRows(app, 'movies', rows)))
    }
    return outcomes
  })
  const all = (await Promise.all(users.map((work) => work()))).flat()
  assert.deepEqual(all, Array(180).fill('new'))
})

describe('a call is refused', () => {
  const row = { fields: { title: 'x' } }
  for (const [what, body, field, sentence] of [
    ['without rows', { rows: [] }, 'rows', 'Send 1 to 100 rows.'],
    ['with 101 rows', { rows: Array(101).fill(row) }, 'rows', 'Send 1 to 100 rows.'],
    ['of an import with 5,001 rows', { total: 5_001, rows: [row] }, 'total', /at most 5,000 rows\. Split the table/],
    ['with a field that there is not', { rows: [{ fields: { title: 'x', rating: '5' } }] }, 'rating', /^Unknown field\. Use _id, title,/],
    ['with a number', { rows: [{ fields: { title: 5 } }] }, 'rows.0.fields.title', 'Send each cell as text.'],
    ['with another key', { key: 'genre', rows: [row] }, 'key', '"key" must be title or _id.'],
    ['without a batch', { batch: undefined, rows: [row] }, 'batch', '"batch" is required, unless this is a dry run.'],
    ['with a batch that is no UUID', { batch: '1', rows: [row] }, 'batch', '"batch" must be a UUID.'],
  ] as [string, object, string, string | RegExp][])
    test(what, async () => {
      const { status, body: refused } = await app.call('POST', '/api/movies/imports', 'staff', { batch: randomUUID(), ...body })
      const { fields } = refused as { fields: Record<string, string> }
      assert.equal(status, 422, JSON.stringify(refused))
      assert.match(fields[field] ?? JSON.stringify(fields), typeof sentence === 'string' ? new RegExp(`^${sentence}$`) : sentence)
    })
})
