import type { FastifyInstance } from 'fastify'
import { type BookingInput, bookings } from '#contract/bookings.ts'
import type { Person } from '#contract/session.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { type Call, serve } from '#server/http/serve.ts'
import { guessingCode } from '#server/promo-codes/guessing.ts'
import { bookingColumns, releaseUse, takeUse } from './pricing.ts'
import { findSame } from './same.ts'
import { bookingRecords, listBookings } from './store.ts'

type Saving = Call & { body: BookingInput; caller: Person }

/** Changes run `read committed`: many bookings at once want the same promo code, and wait for its row (decision 011). */
export function bookingRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  const plain = collection(db, bookingRecords, bookingColumns, 'read committed')
  /** A booking tells whether its code is right, just as the check beside the field does. */
  const guessing = <Result>({ body: { promoCode: code }, caller, request }: Saving, save: () => Promise<Result>) =>
    code === '' ? save() : guessingCode(db, { caller, request, code }, save)

  serve(app, guard, bookings, {
    ...plain,

    create: (call) => guessing(call, () => plain.create(call)),
    update: (call) => guessing(call, () => plain.update(call)),

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
