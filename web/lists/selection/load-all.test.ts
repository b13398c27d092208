import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gather } from './load-all.ts'

/** So many pages of three each, the last of every page once more on the next; and how many were asked for. */
function pages(count: number) {
  const asked = { times: 0 }
  async function* each() {
    for (let at = 0; at < count; at++) {
      asked.times += 1
      yield [2 * at, 2 * at + 1, 2 * at + 2].map((_id) => ({ _id: String(_id) }))
    }
  }
  return { asked, each }
}

test('without an end all pages are gathered, each item once', async () => {
  const { asked, each } = pages(4_000)
  const items = await gather(each(), Number.POSITIVE_INFINITY)
  assert.deepEqual([asked.times, items.length, items.at(-1)], [4_000, 8_001, { _id: '8000' }])
})

test('with an end no page is asked for beyond it', async () => {
  const { asked, each } = pages(4_000)
  assert.equal((await gather(each(), 9)).length, 7)
  assert.equal(asked.times, 3)
  assert.equal((await gather(pages(2).each(), 5)).length, 5, 'an item that came twice takes no place of another')
})
