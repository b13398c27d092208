import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { News } from '#contract/news.ts'
import { transact } from '#server/db/transaction.ts'
import { recordsOf } from '#server/records/repository.ts'
import { type TestApp, testApp } from '#testing/app.ts'

let app: TestApp
const count = 40
/** In UTF-8 each takes 60 kB: 16 of them fit into 1 MB. */
const longest = '映'.repeat(20_000)

before(async () => {
  app = await testApp()
  await transact(app.db, undefined, async (trx) => {
    for (let i = 0; i < count; i++) {
      const columns = { title: `Article ${i}`, description: longest, date: '2026-11-27', image: '', gallery: '[]' }
      await recordsOf('news').create(trx, columns, undefined)
    }
  })
})
after(() => app.close())

type Listed = { status: number; headers: Record<string, unknown>; body: News[] }
const list = async (query = ''): Promise<Listed> => app.call('GET', `/api/news${query}`, 'staff')

describe('a list whose texts are long', () => {
  test('ends before it passes 1 MB, counts all the same, and leads on until everything was told once, in order', async () => {
    const titles: string[] = []
    let pages = 0
    for (let next: string | undefined = ''; next !== undefined && pages < 5; pages++) {
      const { headers, body } = await list(next)
      const bytes = Buffer.byteLength(JSON.stringify(body))
      assert.ok(bytes <= 1_000_000, `${bytes} bytes`)
      assert.equal(headers['x-total-count'], String(count))
      titles.push(...body.map(({ title }) => title))
      next = /^<\/api\/news(\?[^>]+)>; rel="next"$/.exec(String(headers.link))?.[1]
    }
    assert.equal(pages, 3)
    assert.deepEqual(
      titles,
      Array.from({ length: count }, (_, i) => `Article ${count - 1 - i}`),
    )
  })

  test('holds as many as were asked for where they are few', async () => {
    const { headers, body } = await list('?limit=15')
    assert.equal(body.length, 15)
    assert.match(String(headers.link), /^<\/api\/news\?limit=15&after=[\w-]+>; rel="next"$/)
  })
})
