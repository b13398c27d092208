import type { FastifyInstance } from 'fastify'
import { bookings } from '#contract/bookings.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { bookingColumns, releaseUse, takeUse } from './pricing.ts'
import { findSame } from './same.ts'
import { bookingRecords, listBookings } from './store.ts'

/** Changes run `read committed`: many bookings at once want the same promo code, and wait for its row (decision 011). */
export function bookingRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, bookings, {
    ...collection(db, bookingRecords, bookingColumns, 'read committed'),

    list: ({ query }) => listBookings(db, query),

    remove: ({ params, caller, expected, transact }) =>
      transact(async (trx) => {
        const current = await bookingRecords.findVersion(trx, params.id, expected)
        await releaseUse(trx, current)
        await bookingRecords.remove(trx, current, caller)
        return null
      }, 'read committed'),

    restore: ({ params, caller, transact }) =>
      transact(async (trx) => {
        const trashed = await bookingRecords.find(trx, params.id, true)
        await takeUse(trx, trashed)
        return bookingRecords.restore(trx, trashed, caller)
      }, 'read committed'),

    findSame: async ({ body }) => ({ same: await findSame(db, body) }),
  })
}
