import { newId } from '#server/db/ids.ts'
import type { BookingRow } from '#server/db/schema.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'
import type { TestApp } from './app.ts'

const at = '2026-01-01T00:00:00.000Z'

/** In rows. SQLite takes 32,766 values in a statement. */
const step = 1_000

/** Stores so many bookings with their search index in one transaction. `more` returns the columns that differ from those of the usual booking. */
export async function manyBookings({ db }: Pick<TestApp, 'db'>, count: number, more: (at: number) => Partial<BookingRow>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < count; from += step) {
      const rows = Array.from({ length: Math.min(step, count - from) }, (_, index) => ({ ...usual, id: newId(), ...more(from + index) }))
      await trx.insertInto('bookings').values(rows).execute()
    }
    await rebuildIndex(trx)
  })
}

const usual = {
  version: 1,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
  branchName: 'Odeon',
  date: '2032-05-05',
  time: '20:15',
  fullName: 'Grace Many',
  phoneNumber: '0660 2',
  phoneDigits: '06602',
  phoneLinks: '[]',
  status: 1,
  promoCode: '',
  promoCodeId: null,
  discountPercentage: 10,
  branchId: null,
}
