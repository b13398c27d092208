import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bookings } from '#contract/bookings.ts'
import { listQuery } from '#contract/listing.ts'
import { numbersOf, totalsOf } from '#server/bookings/numbers.ts'
import { bookingRecords } from '#server/bookings/upcoming.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { manyBookings } from '#testing/many-bookings.ts'
import { listRows } from './list.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await manyBookings(app, 500, (at) => ({ date: `2032-05-${10 + (at % 20)}`, promoCode: 'CODE' }))
})
after(() => app.close())

const days = { date: '2032-01-01..2032-06-30' }
const request = (more: object = {}) => listQuery(bookings.list.listing).parse({ q: 'grace', limit: '400', ...more })
const few = { collected: 20, walked: 20 }

/** SQLite answers on the thread that serves all requests. Two statements that read an end of an index may share a turn of its event loop. */
for (const [what, ask, most] of [
  ['a search', (db) => listRows(db, { ...bookingRecords.listed, request: request() }), 1],
  ['a search of many hits', (db) => listRows(db, { ...bookingRecords.listed, request: request() }, few), 2],
  [
    'a search of many hits by the newest',
    (db) => listRows(db, { ...bookingRecords.listed, request: request({ order: 'newest' }) }, few),
    1,
  ],
  ['totals', (db) => totalsOf(db, request()), 1],
  ['numbers', (db) => numbersOf(db, request(days)), 1],
  ['numbers without a search', (db) => numbersOf(db, { ...request(days), q: '' }), 1],
] satisfies [string, (db: TestApp['db']) => Promise<unknown>, number][])
  test(`others are served between two statements of ${what}`, async () => {
    let [statements, together, mostTogether] = [0, 0, 0]
    const db = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements++
        together++
        mostTogether = Math.max(mostTogether, together)
        setImmediate(() => {
          together = 0
        })
        return result
      },
    })
    await ask(db)
    assert.ok(statements > 1)
    assert.ok(mostTogether <= most, `${mostTogether} of ${statements} statements in one turn`)
  })
