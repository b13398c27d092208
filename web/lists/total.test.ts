import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTotal } from '#web/components/format-count.ts'
import { readAnswer } from '#web/router/answer.ts'

test('a total that the server has not counted to its end is shown as "10,000+"', async () => {
  const shown = async (headers: Record<string, string>) => formatTotal((await readAnswer(new Response('[]', { headers }))).total)
  assert.equal(await shown({ 'x-total-count': '10000' }), (10_000).toLocaleString())
  assert.equal(await shown({ 'x-total-count': '10000', 'x-total-count-relation': 'gte' }), `${(10_000).toLocaleString()}+`)
  assert.equal(await shown({ 'x-total-count': '7' }), '7')
})
