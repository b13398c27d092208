import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTasks } from './tasks.ts'

test('the help finds a task by words of the office that its text does not have', () => {
  for (const [typed, id] of [
    ['delete movie', 'restore-something'],
    ['Restore booking', 'restore-something'],
    ['export codes', 'run-a-campaign'],
    ['excel', 'run-a-campaign'],
    ['password', 'add-a-colleague'],
    ['print', 'print-the-day-sheet'],
    ['day sheet', 'print-the-day-sheet'],
    ['guest list', 'print-the-day-sheet'],
    ['export', 'download-a-list'],
    ['excel', 'download-a-list'],
    ['csv', 'download-a-list'],
    ['spreadsheet', 'download-a-list'],
  ] as const)
    assert.ok(
      findTasks(typed).some((task) => task.id === id),
      typed,
    )
})

test('it finds nothing that lacks one of the words, and all tasks before anything is typed', () => {
  assert.deepEqual([findTasks('xyzzy'), findTasks('movie xyzzy')], [[], []])
  const all = findTasks('')
  assert.ok(all.length > 5 && findTasks('movie').length < all.length)
})
