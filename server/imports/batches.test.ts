import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { Activity } from '#contract/activity.ts'
import type { Movie } from '#contract/movies.ts'
import { keepActivity } from '#server/audit/job.ts'
import { verifyActivity } from '#server/audit/verify.ts'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { type ImportedRecord, imported, importRows, ofFields, outcomesOf } from '#testing/imports.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const film = { genre: 'Drama', description: 'x', trailerUrl: 'https://youtu.be/x' }
const titles = (count: number, begin: string) =>
  Array.from({ length: count }, (_, at) => ({ fields: { ...film, title: `${begin} ${at}` } }))
const activity = async (query = '', as: Who = 'super user'): Promise<Activity[]> =>
  (await app.call('GET', `/api/activity?${query}`, as)).body
const change = (changes: object[], batch?: string, as: Who = 'staff') =>
  app.call('POST', '/api/movies/changes', as, { changes, ...(batch !== undefined && { batch }) })

/** The changes that undo an import. */
const undoing = (records: readonly ImportedRecord[]) =>
  records.map(({ _id, version, before }) => ({ _id, version, ...(before === null ? { deleted: true } : { restore: before }) }))

describe('a batch', () => {
  test('lists what it has added and changed, over all its calls', async () => {
    const batch = randomUUID()
    const [before] = await importRows(app, 'movies', titles(1, 'Before'))
    const [first] = await importRows(app, 'movies', ofFields({ title: 'Before 0', genre: 'Noir' }), { batch })
    const [second, faulty, same] = await importRows(
      app,
      'movies',
      ofFields({ title: 'After', ...film }, { title: 'Faulty' }, { title: 'Before 0', genre: 'Noir' }),
      { batch },
    )
    assert.deepEqual(outcomesOf([faulty ?? same, same].flatMap((one) => one ?? [])), ['faulty', 'unchanged'])
    await importRows(app, 'movies', ofFields({ title: 'After', genre: 'Noir' }), { batch })
    assert.deepEqual(
      (await imported(app, 'movies', batch)).toSorted((one) => (one._id === first?._id ? -1 : 1)),
      [
        { _id: before?._id, version: 2, before: 1 },
        { _id: second?._id, version: 2, before: null },
      ],
    )
    assert.deepEqual(await imported(app, 'news', batch), [], 'of another collection it has nothing')
    assert.deepEqual(await imported(app, 'movies', randomUUID()), [])
  })

  test('belongs to the user who began it: nobody else joins or reads it', async () => {
    const batch = randomUUID()
    await importRows(app, 'movies', titles(1, 'Owned'), { batch })
    const [{ _id, version } = { _id: '' }] = await imported(app, 'movies', batch)
    assert.deepEqual(await imported(app, 'movies', batch, 'super user'), [])
    const rows = titles(1, 'Foreign')
    for (const [path, body] of [
      ['/api/movies/imports', { batch, rows }],
      ['/api/news/imports', { batch, rows: ofFields({ title: 'x' }) }],
      ['/api/movies/changes', { batch, changes: [{ _id, version, deleted: true }] }],
    ] as const) {
      const refused = await app.call('POST', path, 'super user', body)
      assert.deepEqual([refused.status, (refused.body as { code: string }).code], [403, 'forbidden'], path)
    }
    const { body: found }: { body: Movie[] } = await app.call('GET', '/api/movies?q=foreign', 'staff')
    assert.deepEqual(found, [])
  })

  test('has at most 5,000 rows', async () => {
    const batch = randomUUID()
    const { _id } = (await importRows(app, 'movies', titles(1, 'Full')))[0] ?? {}
    const entry = await app.db.selectFrom('history').selectAll().where('recordId', '=', String(_id)).executeTakeFirstOrThrow()
    const lines = Array.from({ length: 4_999 }, (_, at) => ({ ...entry, id: randomUUID(), batch, recordId: randomUUID(), version: at + 1 }))
    for (let at = 0; at < lines.length; at += 1_000)
      await app.db
        .insertInto('history')
        .values(lines.slice(at, at + 1_000))
        .execute()
    assert.deepEqual(outcomesOf(await importRows(app, 'movies', titles(1, 'The last'), { batch })), ['new'])
    const { status, body } = await app.call('POST', '/api/movies/imports', 'staff', { batch, rows: titles(1, 'One more') })
    assert.deepEqual(
      [status, (body as { error: string }).error],
      [422, 'One import has at most 5,000 rows. Begin another one for the rest.'],
    )
    await app.db
      .deleteFrom('history')
      .where('batch', '=', batch)
      .where('recordId', 'not in', (movies) => movies.selectFrom('movies').select('id'))
      .execute()
  })
})

describe('the activity', () => {
  test('has one line for an import, however many calls it took, and a whole seal', async () => {
    const batch = randomUUID()
    await importRows(app, 'movies', titles(30, 'Line'), { batch })
    const seen = await activity('limit=1')
    assert.deepEqual([seen[0]?.kind, seen[0]?.counts?.create, seen[0]?.resource, seen[0]?.title], ['batch', 30, 'movies', ''])
    await keepActivity(app.db, '')
    await importRows(app, 'movies', ofFields({ title: 'Line 0', genre: 'New' }, { title: 'Line 30', ...film }), { batch })
    const [line, before] = await activity('limit=2')
    assert.deepEqual([line?._id, line?.byName], [seen[0]?._id, 'staff'])
    assert.deepEqual(line?.counts, { create: 31, update: 1, delete: 0, restore: 0, erase: 0 })
    assert.notEqual(before?._id, line?._id)
    for (const query of ['kind=batch', 'byName=staff', 'kind=batch&byName=staff', 'kind=batch&kind=create'])
      assert.equal((await activity(`${query}&limit=1`))[0]?._id, line?._id, query)
    await keepActivity(app.db, '')
    assert.ok('seal' in (await verifyActivity(app.db)))
  })

  test('counts an import as one line, on all pages and in the table', async () => {
    const countOf = async (query = '', as: Who = 'super user') =>
      (await app.call('GET', `/api/activity?limit=1${query}`, as)).headers['x-total-count']
    for (const [query, as] of [
      ['', 'super user'],
      ['', 'staff'],
      ['&byName=staff', 'super user'],
    ] as const) {
      const had = Number(await countOf(query, as))
      await importRows(app, 'movies', titles(7, `Count ${query} ${as}`))
      assert.equal(Number(await countOf(query, as)), had + 1)
      const pages: string[] = []
      for (let next = '?limit=3'; next !== ''; ) {
        const { body, headers }: { body: Activity[]; headers: IncomingHttpHeaders } = await app.call(
          'GET',
          `/api/activity${next}${query}`,
          as,
        )
        pages.push(...body.map(({ _id }) => _id))
        const after = /[?&](after=[^&>]*)/.exec(String(headers.link))?.[1]
        next = after ? `?limit=3&${after}` : ''
      }
      assert.equal(new Set(pages).size, had + 1, `${query} ${as}`)
    }
  })

  test('has one line for many changes with a batch, and one each for those without', async () => {
    const made = await importRows(app, 'movies', titles(4, 'Many'))
    const changes = made.map(({ _id }) => ({ _id, version: 1, genre: 'War' }))
    const had = (await activity()).length
    await change(changes.slice(0, 2), randomUUID())
    await change(changes.slice(2))
    const lines = await activity()
    assert.equal(lines.length - had, 3)
    assert.deepEqual(
      lines.slice(0, 3).map(({ kind, counts }) => [kind, counts?.update]),
      [
        ['update', undefined],
        ['update', undefined],
        ['batch', 2],
      ],
    )
  })

  test('finds whoever takes a change out of the list, or puts one into a batch', async () => {
    await importRows(app, 'movies', titles(2, 'Sealed'))
    await importRows(app, 'movies', titles(1, 'Alone'), { batch: randomUUID() })
    await app.call('POST', '/api/movies', 'staff', { ...film, image: '', title: 'By itself' })
    await keepActivity(app.db, '')
    const alone = await app.db
      .selectFrom('activity')
      .selectAll()
      .where('kind', '=', 'create')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const [batch] = await app.db.selectFrom('activity').select('batch').where('kind', '=', 'batch').orderBy('id', 'desc').limit(1).execute()
    const put = async (line: Pick<typeof alone, 'kind' | 'batch'>) => {
      await app.db.updateTable('activity').set(line).where('id', '=', alone.id).execute()
      await app.db.updateTable('history').set({ batch: line.batch }).where('id', '=', alone.id).execute()
      return verifyActivity(app.db)
    }
    assert.match(JSON.stringify(await put({ kind: 'batched', batch: batch?.batch ?? null })), /was changed/)
    assert.ok('seal' in (await put(alone)))
  })
})

describe('an import that is undone', () => {
  test('gives back every version, and leaves alone what a colleague has changed since', async () => {
    const before = await importRows(app, 'movies', titles(5, 'Undo'))
    const batch = randomUUID()
    await importRows(
      app,
      'movies',
      [...before.map((_, at) => ({ fields: { title: `Undo ${at}`, genre: 'War' } })), ...titles(5, 'Added')],
      { batch },
    )
    const records = await imported(app, 'movies', batch)
    assert.equal(records.length, 10)
    const touched = records.find(({ before }) => before !== null)
    await app.call('PUT', `/api/movies/${touched?._id}`, 'super user', { ...film, image: '', title: 'Theirs' })
    const { status, body } = await change(undoing(records), batch)
    assert.equal(status, 200)
    const outcomes = body as { _id: string; code?: string }[]
    assert.deepEqual(
      outcomes.filter(({ code }) => code !== undefined).map(({ _id, code }) => [_id, code]),
      [[touched?._id, 'stale']],
    )
    for (const { _id } of before) {
      const { genre, title }: Movie = (await app.call('GET', `/api/movies/${_id}`, 'staff')).body
      assert.deepEqual([genre, title === 'Theirs'], ['Drama', _id === touched?._id])
    }
    const { body: added }: { body: Movie[] } = await app.call('GET', '/api/movies?q=added', 'staff')
    assert.deepEqual(added, [])
    const counts = { create: 5, update: 9, delete: 5, restore: 0, erase: 0 }
    assert.deepEqual((await activity('kind=batch&limit=1'))[0]?.counts, counts)
  })
})
