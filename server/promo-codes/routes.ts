import type { FastifyInstance } from 'fastify'
import { promoCodes } from '#contract/promo-codes.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { WrongGuess } from '#server/refusals.ts'
import { guessingCode } from './guessing.ts'
import { discountOf, promoCodeColumns, promoCodeRecords, requireFreeCode } from './store.ts'

export function promoCodeRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, promoCodes, {
    ...collection(db, promoCodeRecords, promoCodeColumns),

    restore: ({ params, caller, transact }) =>
      transact(async (trx) => {
        const trashed = await promoCodeRecords.find(trx, params.id, true)
        await requireFreeCode(trx, trashed.code, trashed.id)
        return promoCodeRecords.restore(trx, trashed, caller)
      }),

    async validate({ body: { code }, caller, request }) {
      const discountPercentage = await guessingCode(db, { caller, request, code }, async () => {
        // Unknown, paused, too early, expired, used up: one answer, or codes could be told apart by guessing.
        const discount = await discountOf(db, code)
        if (discount === undefined)
          throw new WrongGuess(422, 'invalid_promo_code', 'Invalid promo code', { fields: { code: 'Invalid or expired promo code' } })
        return discount
      })
      return { discountPercentage }
    },
  })
}
