import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { daysAfter } from '#contract/dates.ts'
import type { ListRequest } from '#contract/listing.ts'
import { bookingRecords } from '#server/bookings/upcoming.ts'
import { resources } from '#server/resources.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { manyBookings } from '#testing/many-bookings.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
const all = 6_000
before(async () => {
  app = await testApp()
  // A great part of them on one day: a search has no shorter way through it.
  const more = (at: number) => ({
    fullName: `House ${at % 2 ? 'Guest' : 'Friend'}`,
    date: daysAfter('2032-01-01', at < all / 2 ? 0 : at % 30),
    time: `1${at % 7}:30`,
    status: at % 3,
  })
  await manyBookings(app, all, more)
})
after(() => app.close())

const request = (more: Partial<ListRequest>): ListRequest => ({
  q: '',
  filters: {},
  order: '-date',
  trash: false,
  limit: 200,
  after: undefined,
  ...more,
})

/** The database, which calls `seen` after each statement. */
const watched = (seen: () => void) =>
  app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen()
      return result
    },
  })

/** Returns the ids of all pages. */
async function pagesOf(query: ListRequest, db = app.db): Promise<string[]> {
  const ids: string[] = []
  for (let page = await bookingRecords.list(db, query); ; page = await bookingRecords.list(db, { ...query, after: page.next })) {
    ids.push(...page.items.map(({ _id }) => _id))
    if (page.next === undefined) return ids
  }
}

const never = new AbortController().signal

describe('an export', () => {
  for (const [what, more] of [
    ['of a search', { q: 'house' }],
    ['of a search by the newest', { q: 'house', order: 'newest' }],
    ['of a search within a day', { q: 'guest', order: 'date', filters: { date: ['2032-01-01'] } }],
    ['of several values of a filter', { filters: { status: ['0', '1'] } }],
    ['of several filters', { filters: { status: ['1'], branchName: ['Odeon'] } }],
  ] as const)
    test(`${what} holds the rows of the list in its order, and collects them once`, async () => {
      let statements = 0
      const asked = watched(() => statements++)
      const ids = await pagesOf(request({ ...more, exportState: { signal: never } }), asked)
      assert.ok(ids.length >= all / 4, `${ids.length} rows`)
      assert.deepEqual(ids, await pagesOf(request({ ...more, limit: 1_000 })))
      const [pages, portions] = [Math.ceil(ids.length / 200), Math.ceil(all / 2_000)]
      assert.ok(statements <= pages + portions + 1, `${statements} statements for ${pages} pages`)
    })

  test('leaves out what was deleted after it began', async () => {
    const query = request({ q: 'house', exportState: { signal: never } })
    const { next } = await bookingRecords.list(app.db, query)
    const [gone = ''] = query.exportState?.ids?.slice(200) ?? []
    const deleted = (deletedAt: string | null) => app.db.updateTable('bookings').set({ deletedAt }).where('id', '=', gone).execute()
    await deleted('2032-01-01T00:00:00.000Z')
    const { items } = await bookingRecords.list(app.db, { ...query, after: next })
    await deleted(null)
    assert.deepEqual(
      items.map(({ _id }) => _id),
      query.exportState?.ids?.slice(201, 400),
    )
  })

  test('leaves out what was hidden from the public after it began', async () => {
    const menu = { ...(await sampleOf('menus').body(app)), name: 'Nachos' }
    for (let at = 0; at < 4; at++) assert.equal((await app.call('POST', '/api/menus', 'staff', menu)).status, 201)
    const query = request({ q: 'nachos', order: 'newest', limit: 2, publicOn: '2032-01-02', exportState: { signal: never } })
    const { next } = await resources.menus.records.list(app.db, query)
    const [hidden = '', shown] = query.exportState?.ids?.slice(2) ?? []
    await app.db.updateTable('menus').set({ showUntil: '2032-01-01' }).where('id', '=', hidden).execute()
    const { items } = await resources.menus.records.list(app.db, { ...query, after: next })
    assert.deepEqual(
      items.map(({ _id }) => _id),
      [shown],
    )
  })

  test('of long records comes in pages that a server can hold, and lacks none of them', async () => {
    const some = app.db.selectFrom('bookings').select('id').orderBy('id').limit(300)
    const ids = (await some.execute()).map(({ id }) => id)
    const long = (promoCode: string) => app.db.updateTable('bookings').set({ promoCode }).where('id', 'in', ids).execute()
    await long('x'.repeat(20_000))
    const asked = { q: 'house', order: '-newest' }
    const first = await bookingRecords.list(app.db, request({ ...asked, exportState: { signal: never } }))
    assert.ok(first.items.length > 0 && first.items.length < 100, `${first.items.length} records of 20 kB in a page`)
    const exported = await pagesOf(request({ ...asked, exportState: { signal: never } }))
    await long('')
    assert.deepEqual(exported, await pagesOf(request({ ...asked, limit: 1_000 })))
  })

  test('lets the event loop turn while its rows are collected', async () => {
    let [isNewTurn, statements, together] = [true, 0, 0]
    const asked = watched(() => {
      statements++
      together = isNewTurn ? 1 : together + 1
      assert.ok(together <= 2, 'two statements at most in one turn')
      isNewTurn = false
      setImmediate(() => {
        isNewTurn = true
      })
    })
    await bookingRecords.list(asked, request({ q: 'house', exportState: { signal: never } }))
    assert.ok(statements > 1)
  })

  test('stops collecting once its caller is gone', async () => {
    const leaving = new AbortController()
    let statements = 0
    const asked = watched(() => {
      statements++
      leaving.abort(new Error('gone'))
    })
    const exportState = { signal: leaving.signal }
    const collecting = bookingRecords.list(asked, request({ q: 'house', exportState }))
    await assert.rejects(collecting, /gone/)
    assert.ok(statements <= 2, `${statements} statements`)
  })
})
