import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bookings } from '#contract/bookings.ts'
import { listQuery } from '#contract/listing.ts'
import { totalsOf } from '#server/bookings/numbers.ts'
import { bookingRecords } from '#server/bookings/upcoming.ts'
import { visits } from '#server/bookings/visits.ts'
import { testApp } from '#testing/app.ts'
import { mergeDays } from './merge-days.ts'

describe('ranges of days', () => {
  const { listing } = bookings.list
  const merged = (...date: string[]) => mergeDays(listing, listQuery(listing).parse({ date })).filters.date

  test('that overlap or meet become one', () => {
    assert.deepEqual(merged('2026-03-05', '2026-03-04', '2026-03-01..2026-03-03'), ['2026-03-01..2026-03-05'])
    assert.deepEqual(merged('2026-01-01..2026-12-31', '2026-02-01..2026-03-01', '2026-02-15'), ['2026-01-01..2026-12-31'])
    assert.deepEqual(merged('2024-02-28', '2024-02-29', '2024-03-01'), ['2024-02-28..2024-03-01'])
    assert.deepEqual(merged('..2026-01-05', '2025-01-01..2026-01-06'), ['..2026-01-06'])
    assert.deepEqual(merged('2026-01-05..', '2026-01-01', '2030-01-01'), ['2026-01-01', '2026-01-05..'])
    assert.deepEqual(merged('9999-12-30', '9999-12-31', '9999-12-31..'), ['9999-12-30..'])
  })

  test('that are apart stay apart', () => {
    assert.deepEqual(merged('2026-03-03', '2026-03-01'), ['2026-03-01', '2026-03-03'])
    assert.deepEqual(merged('..2026-01-01', '2026-01-03..'), ['..2026-01-01', '2026-01-03..'])
  })

  test('that hold every day together ask for nothing', () => {
    assert.equal(merged('..2026-01-01', '2026-01-02..'), undefined)
  })
})

test('adjacent ranges reach the database as one', async () => {
  const app = await testApp()
  const asked: string[] = []
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const request = listQuery(bookings.list.listing).parse({ date: ['2032-01-01..2032-01-11', '2032-01-12..2032-02-28'], order: 'date' })
  for (const ask of [bookingRecords.list, totalsOf, visits]) {
    asked.length = 0
    await ask(db, request)
    assert.match(asked.join(), /2032-?02/)
    assert.doesNotMatch(asked.join(), /2032-?01-?1/, ask.name)
  }
  await app.close()
})
