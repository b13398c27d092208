import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { movies } from '#contract/movies.ts'
import { fieldWords } from '#web/import/columns/words.ts'
import { previewOf } from '#web/import/running/sent.ts'
import { errorsIn } from './errors.ts'
import { countsOf, isDue, isIncluded, kindOf, shownRows } from './kinds.ts'
import { type Action, reduce } from './reduce.ts'
import { type ImportState, nothingRead, type Row } from './state.ts'

const target = {
  fields: { ...fieldWords.movies, _id: { label: 'ID', also: [] } },
  nameField: 'title',
  keys: ['title', '_id'],
  imageField: 'image',
  required: ['title', 'genre', 'description', 'trailerUrl'],
  long: ['description'],
}

const after = (...actions: Action[]) => actions.reduce(reduce, nothingRead(target))
const table = (...rows: string[][]): Action => ({
  kind: 'table',
  source: 'films.csv',
  rows: rows.map((cells, at) => ({ number: at + 1, cells })),
})
const pictures = (...names: string[]): Action => ({ kind: 'pictures', files: names.map((name) => new File([name], name)) })
const row = (state: ImportState, at: number) => state.rows[at] as Row
const checked = (state: ImportState, ...checks: NonNullable<Row['check']>[]): Action => ({
  kind: 'checked',
  mapping: state.mapping,
  rows: checks.map((check, at) => ({ id: row(state, at).id, cells: row(state, at).cells, check })),
})
const isNew = { kind: 'new', values: {} } as const

test('the fields that the test assumes are those of movies', () => {
  assert.deepEqual(Object.keys(movies.create.body.shape).sort(), Object.keys(fieldWords.movies).sort())
})

describe('pictures find their rows', () => {
  test('by the title, whatever the case, the signs and the additions of the file name', () => {
    const state = after(
      table(['Title', 'Genre'], ['Dune: Part Two', 'Drama'], ['Amélie', 'Romance']),
      pictures('dune_part-two_Poster_1000x1500.jpg', 'AMELIE.png'),
    )
    assert.deepEqual(
      state.rows.map((each) => previewOf(state, each).image),
      ['', ''],
    )
    assert.deepEqual(
      state.rows.map(({ cells }) => cells.at(-1)),
      ['dune_part-two_Poster_1000x1500.jpg', 'AMELIE.png'],
    )
    assert.equal(errorsIn(state).size, 0)
  })

  test('by the file name in the cell, which goes before the title', () => {
    const state = after(table(['Title', 'Poster'], ['Dune', 'sand.jpg'], ['Sand', '']), pictures('sand.jpg'))
    assert.deepEqual(
      state.rows.map(({ cells }) => cells[1]),
      ['sand.jpg', 'sand.jpg'],
    )
    assert.equal(state.rows.length, 2, 'no row is made of it')
  })

  test('also if they come before the table; a picture without a row becomes a row with its title', () => {
    const before = after(pictures('Dune.jpg', 'the_third-man.jpg'))
    assert.deepEqual(
      before.rows.map(({ cells }) => cells[0]),
      ['Dune', 'The third-man'],
    )
    const state = reduce(before, table(['Title'], ['Dune']))
    assert.deepEqual(
      state.rows.map(({ cells }) => cells[0]),
      ['Dune', 'The third-man'],
    )
    assert.deepEqual(
      state.columns.map(({ field }) => field),
      ['title', 'image', 'genre', 'description', 'trailerUrl'],
    )
  })

  test('a name without its picture is pointed out, and an address of the gallery is left as it is', () => {
    const state = after(table(['Title', 'Poster'], ['Dune', 'sand.jpg'], ['Alien', '/media/x/640.webp']))
    assert.match(errorsIn(state).get(2)?.image ?? '', /no picture "sand.jpg"/)
    assert.equal(errorsIn(state).has(3), false)
    assert.equal(previewOf(state, row(state, 1)).image, '/media/x/640.webp')
  })
})

describe('columns', () => {
  test('a column that the table lacks gets one if it needs fixing, and its empty cells are not sent', () => {
    const state = after(table(['Title'], ['Dune']))
    const faulty = reduce(state, checked(state, { kind: 'faulty', errors: { genre: 'Genre is required.' } }))
    assert.equal(errorsIn(faulty).get(2)?.genre, 'Genre is required.')
    assert.deepEqual(previewOf(faulty, row(faulty, 0)), { title: 'Dune' })
    const typed = reduce(faulty, { kind: 'typed', id: 2, field: 'genre', text: 'Drama' })
    assert.deepEqual(previewOf(typed, row(typed, 0)), { title: 'Dune', genre: 'Drama' })
  })

  test('of two columns for one field the first one counts, until the other one is chosen', () => {
    const state = after(table(['Title', 'Film'], ['Dune', 'Wüste']))
    assert.equal(previewOf(state, row(state, 0)).title, 'Dune')
    const mapped = reduce(state, { kind: 'mapped', at: 1, field: 'title' })
    assert.deepEqual(previewOf(mapped, row(mapped, 0)), { title: 'Wüste' })
  })

  test('a table without headings is all rows, and its columns are chosen by hand', () => {
    const state = after(table(['Dune', 'Drama'], ['Alien', 'Horror']))
    assert.equal(state.hasHeadings, false)
    assert.equal(state.rows.length, 2)
    const named = reduce(state, { kind: 'headings', hasHeadings: true })
    assert.deepEqual(
      named.columns.map(({ heading }) => heading),
      ['Dune', 'Drama'],
    )
    assert.equal(named.rows.length, 1)
  })

  test('the ids of our own export are the key, and numbers of another table are not', () => {
    const id = '01890000-0000-7000-8000-000000000001'
    assert.equal(after(table(['_id', 'title'], [id, 'Dune'])).key, '_id')
    const state = after(table(['ID', 'Title'], ['17', 'Dune']))
    assert.equal(state.key, 'title')
    assert.deepEqual(previewOf(state, row(state, 0)), { title: 'Dune' })
  })
})

describe('rows that need fixing', () => {
  test('formulas that failed', () => {
    const state = after(table(['Title', 'Genre'], ['Dune', '#REF!'], ['Alien', '#1'], ['#NV', '-']))
    assert.deepEqual(
      [2, 3, 4].map((id) => Object.keys(errorsIn(state).get(id) ?? {})),
      [['genre'], [], ['title']],
    )
  })

  test('of two rows with one key the second one, until one of them is changed or left out', () => {
    const state = after(table(['Title'], ['Dune'], ['DUNE ']))
    assert.match(errorsIn(state).get(3)?.title ?? '', /Same title as row 2/)
    assert.deepEqual(
      state.rows.map((each) => isDue(state, each)),
      [true, false],
    )
    for (const action of [
      { kind: 'left out', ids: [2], isLeftOut: true },
      { kind: 'typed', id: 3, field: 'title', text: 'Dune 2' },
    ] as const)
      assert.equal(errorsIn(reduce(state, action)).size, 0)
  })

  test('a row is left out until it is fixed, then it goes in; and it stays under its filter', () => {
    const state = after(table(['Title', 'Genre'], ['Dune', ''], ['Alien', 'Horror']))
    const faulty = reduce(state, checked(state, { kind: 'faulty', errors: { genre: 'Genre is required.' } }, isNew))
    assert.deepEqual(
      faulty.rows.map((each) => isIncluded(faulty, each)),
      [false, true],
    )
    const filtered = reduce(faulty, { kind: 'filtered', filter: 'faulty' })
    const typed = reduce(reduce(filtered, { kind: 'typed', id: 2, field: 'genre', text: 'Drama' }), { kind: 'left input', id: 2 })
    const fixed = reduce(typed, checked(typed, isNew))
    assert.deepEqual(countsOf(fixed), { done: 0, faulty: 0, checking: 0, new: 2, changed: 0, unchanged: 0, included: 2 })
    assert.deepEqual(
      shownRows(fixed).map(({ id }) => id),
      [2],
    )
    assert.deepEqual(row(fixed, 0).opened, ['genre'], 'its input stays')
  })
})

test('an outcome for other texts or other columns is ignored', () => {
  const state = after(table(['Title', 'Genre'], ['Dune', 'Drama']))
  const outcome = checked(state, isNew)
  const typed = reduce(state, { kind: 'typed', id: 2, field: 'genre', text: 'Comedy' })
  assert.equal(row(reduce(typed, outcome), 0).isChecked, false)
  const mapped = reduce(state, { kind: 'mapped', at: 1, field: '' })
  assert.equal(row(reduce(mapped, outcome), 0).isChecked, false)
})

test('a row that a colleague has changed meanwhile is left out and checked again, and the user decides', () => {
  const state = after(table(['Title'], ['Dune']))
  const stale = reduce(reduce(state, checked(state, isNew)), { kind: 'written', rows: [{ id: 2, outcome: 'stale' }] })
  assert.equal(isDue(stale, row(stale, 0)), true)
  const again = reduce(
    stale,
    checked(stale, { kind: 'changed', _id: 'a', version: 2, before: { title: 'dune' }, values: { title: 'Dune' } }),
  )
  assert.deepEqual([kindOf(again, row(again, 0)), isIncluded(again, row(again, 0)), row(again, 0).isStale], ['changed', false, true])
  const decided = reduce(again, { kind: 'left out', ids: [2], isLeftOut: false })
  assert.equal(isIncluded(decided, row(decided, 0)), true)
})

test('5,000 rows are counted and one of them is edited in little time', () => {
  const rows = Array.from({ length: 5000 }, (_, at) => [`Film ${at}`, 'Drama', 'Text'])
  const state = after(table(['Title', 'Genre', 'Description'], ...rows))
  const before = process.cpuUsage()
  let now = state
  for (let times = 0; times < 20; times++) {
    now = reduce(now, { kind: 'typed', id: 300, field: 'genre', text: `Genre ${times}` })
    countsOf(now)
  }
  assert.ok(process.cpuUsage(before).user / 1000 / 20 < 200, 'milliseconds for a key')
})
