import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bookings } from '#contract/bookings.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import type { BookingRow } from './schema.ts'
import { sumOf, tallyKeeper } from './tallies.ts'
import { transact } from './transact.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const row = (status: number, date: string, deletedAt: string | null = null) =>
  ({ status, branchName: 'Harbour', date, deletedAt }) as BookingRow

const count = async (condition = sql`1 = 1`) => Number((await sumOf('bookings', condition).execute(app.db)).rows[0]?.total)
const rowsKept = async () => (await sql`select 1 from bookings_tally`.execute(app.db)).rows.length

describe('a tally', () => {
  for (const gatherEvery of [1, 2, 1_000_000]) {
    test(`knows how many records there are, whoever gathers meanwhile: one change in ${gatherEvery}`, async () => {
      await sql`delete from bookings_tally`.execute(app.db)
      const keep = tallyKeeper('bookings', bookings.list.listing, gatherEvery)
      const change = (from: BookingRow | undefined, to: BookingRow) => transact(app.db, undefined, (trx) => keep(trx, from, to))
      const evening = row(0, '2026-03-01')
      await Promise.all(Array.from({ length: 12 }, () => change(undefined, evening)))
      assert.equal(await count(), 12)
      await Promise.all([
        change(evening, row(1, '2026-03-01')),
        change(evening, row(0, '2026-03-02')),
        change(evening, evening),
        change(evening, row(0, '2026-03-01', '2026-01-01T00:00:00.000Z')),
        change(row(2, '2026-03-03', '2026-01-01T00:00:00.000Z'), row(2, '2026-03-03')),
      ])
      assert.equal(await count(), 12)
      assert.equal(await count(sql`status = 0`), 10)
      assert.equal(await count(sql`date > '2026-03-01'`), 2)
    })
  }

  test('has one row for each evening once somebody has gathered, and none for one that nobody has booked', async () => {
    await sql`delete from bookings_tally`.execute(app.db)
    const keep = tallyKeeper('bookings', bookings.list.listing, 1)
    const [early, late] = [row(0, '2026-03-01'), row(0, '2026-03-02')]
    for (const [from, to] of [
      [undefined, early],
      [undefined, early],
      [undefined, late],
      [late, early],
    ] as const)
      await transact(app.db, undefined, (trx) => keep(trx, from, to))
    assert.deepEqual([await rowsKept(), await count()], [1, 3])
  })
})
