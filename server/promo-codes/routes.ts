import type { FastifyInstance } from 'fastify'
import { promoCodes } from '#contract/promo-codes.ts'
import { countAttempt, forgiveAttempt } from '#server/access/throttle.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { Refusal } from '#server/refusals.ts'
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
      const guesses = [
        { key: `promo ${caller._id}`, free: 20, longest: 30 },
        { key: `promo ${request.ip}`, free: 100, longest: 30 },
      ]
      await countAttempt(db, guesses)
      const found = await findValid(db, code)
      // Unknown, paused, too early, expired, used up: one answer, or codes could be told apart by guessing.
      if (!found) throw new Refusal(422, 'invalid_promo_code', 'Invalid promo code', { fields: { code: 'Invalid or expired promo code' } })
      await forgiveAttempt(db, guesses)
      return { discountPercentage: found.percentage }
    },
  })
}
