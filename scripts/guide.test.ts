import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findTasks, type Task, tasks } from '#web/help/tasks.ts'

const pageOf = ({ title, steps, note }: Task) =>
  [`# ${title}`, '', ...steps.map((step, at) => `${at + 1}. ${step}`), ...(note ? ['', note] : []), ''].join('\n')

test('the guide has a page for each task of the help, with the same text', () => {
  const there = Object.fromEntries(globSync('docs/guide/*.md').map((file) => [file, readFileSync(file, 'utf8')]))
  assert.deepEqual(there, Object.fromEntries(tasks.map((task) => [`docs/guide/${task.id}.md`, pageOf(task)])))
})

test('the help is searched by the beginnings of words, in titles, steps and further words', () => {
  const found = (typed: string) => findTasks(typed).map(({ id }) => id)
  assert.equal(found('').length, tasks.length)
  assert.deepEqual(found('TRAILER'), ['add-a-movie'])
  assert.deepEqual(found('phone cancel'), ['cancel-by-phone'])
  assert.deepEqual(found('voucher'), ['run-a-campaign'])
  assert.deepEqual(found('xylophone'), [])
})
