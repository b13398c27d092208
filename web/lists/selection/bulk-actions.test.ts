import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movies } from '#contract/movies.ts'
import { changing, erasing, outOfTrash, toTrash, undoAction } from './bulk-actions.ts'
import type { BulkTarget } from './bulk-target.ts'

const target: BulkTarget = { name: 'movies', noun: 'movie', calls: movies, list: '/', label: () => ({ name: '' }), to: () => undefined }
const items = ['a', 'b'].map((_id) => ({ _id, version: 3, createdAt: '', updatedAt: '' }))
const changes = ({ planned }: ReturnType<typeof toTrash>) => planned.map(({ change }) => change)
const each = (way: object) => items.map(({ _id }) => ({ _id, version: 3, ...way }))

test('each record is changed in the version that was seen', () => {
  for (const [make, way, doing, done] of [
    [toTrash, { deleted: true }, 'Deleting', '2 movies were deleted.'],
    [outOfTrash, { deleted: false }, 'Restoring', '2 movies were restored.'],
    [erasing, { erased: true }, 'Erasing', '2 movies were permanently erased.'],
  ] as const) {
    const action = make(target, items)
    assert.deepEqual(changes(action), each(way))
    assert.deepEqual([action.doing, action.done(2), action.isUndo], [doing, done, undefined])
  }
  assert.deepEqual(changes(changing(target, items, { genre: 'Drama' }, { doing: '', done: String })), each({ genre: 'Drama' }))
})

test('people read how many in words that fit', () => {
  assert.deepEqual([1, 1_200].map(toTrash(target, items).done), ['1 movie was deleted.', '1,200 movies were deleted.'])
})

test('Undo makes the reverse changes, tells how many of them it made, and has no Undo itself', () => {
  const ways = toTrash(target, items).planned
  const action = undoAction(target, ways)
  assert.equal(action.planned, ways)
  assert.deepEqual([action.doing, action.isUndo], ['Undoing', true])
  assert.deepEqual([2, 1].map(action.done), ['All 2 changes undone.', '1 change undone.'])
  assert.equal(undoAction(target, ways.slice(1)).done(1), 'Change undone.')
})
