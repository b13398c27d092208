import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Version } from '#contract/endpoint.ts'
import type { Stored } from '#web/api/resource.ts'
import { authorsOf, both, sentence } from './kept.ts'
import { reconcile } from './reconcile.ts'

type Film = { title: string; genre: string; gallery: string[] }
const film: Film = { title: 'Nosferatu', genre: 'Horror', gallery: [] }

/** A film's history, the latest version first; each version changes some fields. */
function historyOf(...changes: [byName: string | null, changed: Partial<Film>][]): Version<Stored & Film>[] {
  let record = film
  const versions = changes.map(([byName, changed], at) => {
    record = { ...record, ...changed }
    const stored = { ...record, _id: 'x', version: at + 1, createdAt: '', updatedAt: `at ${at}` }
    return { version: at + 1, action: 'update' as const, at: '', byName, record: stored }
  })
  return versions.reverse()
}
const currentOf = (versions: Version<Stored>[]) => versions[0]?.record as Stored

describe('what was typed, together with what others have stored since', () => {
  const versions = historyOf(['me', {}], ['anna', { genre: 'Drama' }], ['bert', { gallery: ['a'] }])
  const overtaken = { since: 1, base: {}, current: currentOf(versions), versions }

  test('goes by the version that it began from, which the history knows', () => {
    const { values, choices, kept } = reconcile({ ...overtaken, mine: { ...film, title: 'Mine' } }, {})
    assert.deepEqual(values, { title: 'Mine', genre: 'Drama', gallery: ['a'] })
    assert.equal(choices, undefined)
    assert.deepEqual(kept, { by: ['bert', 'anna'], fields: ['genre', 'gallery'] })
  })

  test('asks about every difference where the history can not be told', () => {
    const { choices } = reconcile({ ...overtaken, versions: [], mine: { ...film, title: 'Mine' } }, {})
    assert.deepEqual([choices?.names, choices?.by], [['title', 'genre', 'gallery'], []])
  })

  test('goes by what is known without the history', () => {
    const { values, choices, kept } = reconcile({ ...overtaken, versions: [], base: film, mine: { ...film, title: 'Mine' } }, {})
    assert.deepEqual([values.genre, choices, kept], ['Drama', undefined, { by: [], fields: ['genre', 'gallery'] }])
  })

  test('names who made what has to be chosen, and nobody else', () => {
    const { choices } = reconcile({ ...overtaken, mine: { ...film, genre: 'Comedy' } }, {})
    assert.deepEqual([choices?.names, choices?.by], [['genre'], ['anna']])
  })

  test('is nothing to send where it is stored already, as after an answer that was lost', () => {
    const mine = { ...film, genre: 'Drama', gallery: ['a'] }
    assert.equal(reconcile({ ...overtaken, mine }, {}).isStored, true)
    assert.equal(reconcile({ ...overtaken, mine: film }, {}).isStored, true)
    assert.equal(reconcile({ ...overtaken, mine: { ...mine, title: 'Mine' } }, {}).isStored, false)
  })
})

describe('who changed a field', () => {
  const versions = historyOf(['me', {}], ['anna', { genre: 'Drama' }], [null, { title: 'X' }], ['bert', {}], ['anna', { genre: 'Comedy' }])

  test('is told once each, of those alone who changed it since', () => {
    assert.deepEqual(authorsOf(versions, 1, ['genre']), ['anna'])
    assert.deepEqual(authorsOf(versions, 1, ['title']), [], 'the product itself has no name')
    assert.deepEqual(authorsOf(versions, 5, ['genre']), [])
    assert.deepEqual(authorsOf(versions.slice(0, 1), 1, ['genre']), [], 'before the last version that is known')
  })

  test('stands in a sentence with the fields as the form calls them', () => {
    const one = { by: ['anna'], fields: ['trailerUrl'] }
    assert.equal(sentence(one, 'were kept'), 'Changes by anna were kept too: Trailer URL.')
    assert.equal(
      sentence(both(one, { by: ['bert', 'anna'], fields: ['genre'] }), 'are in the form'),
      'Changes by anna and bert are in the form too: Trailer URL, Genre.',
    )
    assert.equal(sentence({ by: [], fields: ['genre'] }, 'were kept'), 'Changes by another user were kept too: Genre.')
    assert.equal(sentence({ by: [], fields: [] }, 'were kept'), '')
  })
})
