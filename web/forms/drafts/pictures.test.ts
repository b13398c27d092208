import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import '#testing/page.ts'
import { withoutLostPictures } from './pictures.ts'

afterEach(() => mock.restoreAll())

const url = (letter: string) => `/media/${letter.repeat(64)}/320.webp`
const [there, gone, busy, away] = ['a', 'b', 'c', 'd'].map(url) as [string, string, string, string]

test('a draft loses the pictures whose files are gone for good, and none of which nobody can tell', async () => {
  const asked: string[] = []
  mock.method(globalThis, 'fetch', async (address: string, { method, cache }: RequestInit) => {
    asked.push(`${method} ${cache} ${address}`)
    if (address === away) throw new TypeError('fetch failed')
    return new Response(null, { status: address === gone ? 404 : address === busy ? 503 : 200 })
  })
  const values = { title: 'Heat', image: gone, images: [there, gone, busy, away], mostUses: 3 }
  assert.deepEqual(await withoutLostPictures(values), {
    values: { title: 'Heat', image: '', images: [there, busy, away], mostUses: 3 },
    lost: 1,
  })
  assert.deepEqual(
    asked.toSorted(),
    [there, gone, busy, away].map((each) => `HEAD no-store ${each}`),
  )
  assert.deepEqual(await withoutLostPictures({ image: there, images: [busy] }), { values: { image: there, images: [busy] }, lost: 0 })
})
