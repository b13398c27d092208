import type { FastifyInstance } from 'fastify'
import { promoCodes } from '#contract/promo-codes.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { WrongGuess } from '#server/refusals.ts'
import { guessingCode } from './guessing.ts'
import { findValid, promoCodeColumns, promoCodeRecords, requireFreeCode } from './store.ts'

export function promoCodeRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, promoCodes, {
    // Bookings count its uses meanwhile: this waits for them instead of being run again (decision 011).
    ...collection(db, promoCodeRecords, promoCodeColumns, 'read committed'),

    restore: ({ params, caller, transact }) =>
      transact(async (trx) => {
        const trashed = await promoCodeRecords.find(trx, params.id, true)
        await requireFreeCode(trx, trashed.code, trashed.id)
        return promoCodeRecords.restore(trx, trashed, caller)
      }, 'read committed'),

    async validate({ body: { code }, caller, request }) {
      const { percentage } = await guessingCode(db, { caller, request, code }, async () => {
        // Unknown, paused, too early, expired, used up: one answer, or codes could be told apart by guessing.
        const found = await findValid(db, code)
        if (!found)
          throw new WrongGuess(422, 'invalid_promo_code', 'Invalid promo code', { fields: { code: 'Invalid or expired promo code' } })
        return found
      })
      return { discountPercentage: percentage }
    },
  })
}
