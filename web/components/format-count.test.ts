import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer } from '#web/router/answer.ts'
import { formatTotal } from './format-count.ts'

test('a total that the server has not counted to its end is shown as "10,000+"', async () => {
  const shown = async (headers: Record<string, string>) => formatTotal((await readAnswer(new Response('[]', { headers }))).total)
  assert.equal(await shown({ 'x-total-count': '10000' }), (10_000).toLocaleString())
  assert.equal(await shown({ 'x-total-count': '10000', 'x-total-count-relation': 'gte' }), `${(10_000).toLocaleString()}+`)
  assert.equal(await shown({ 'x-total-count': '7' }), '7')
})
