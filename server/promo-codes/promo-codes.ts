import { type Expression, type SqlBool, sql } from 'kysely'
import { daysAfter, today } from '#contract/dates.ts'
import { records } from '#server/database/records.ts'
import type { PromoCodeRow, Transaction } from '#server/database/schema.ts'
import { resource } from '#server/http/resource.ts'
import { conflict, WrongGuess } from '#server/refusals.ts'
import { guessingCode } from './guessing.ts'
import { findValid } from './uses.ts'

export const promoCodes = resource(
  records('promoCodes', { own: { state: isInState }, letGo: forgetCode }),
  {
    // Bookings count its uses meanwhile: this waits for them instead of being run again (decision 011).
    isolation: 'read committed',
    async columns(trx, { code }, current) {
      await requireFreeCode(trx, code, current?.id)
      if (current) requireSameLetters(current, code, 'Pause it and make another one.')
      return { uses: current?.uses ?? 0 }
    },
    async restore(trx, trashed, { code = trashed.code }) {
      requireSameLetters(trashed, code, 'Give the one that has them now another code, if you can.')
      await requireFreeCode(trx, code, trashed.id)
      return { code }
    },
  },
  (db) => ({
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
  }),
)

/** Bookings keep its letters and their discount. */
async function forgetCode(trx: Transaction, { id }: PromoCodeRow): Promise<void> {
  await trx.updateTable('bookings').set({ promoCodeId: null }).where('promoCodeId', '=', id).execute()
}

/** Refuses a code (409) that another promo code has which is not deleted. */
async function requireFreeCode(trx: Transaction, code: string, ownId: string | undefined): Promise<void> {
  const taken = await trx.selectFrom('promoCodes').select('id').where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst()
  if (taken && taken.id !== ownId)
    throw conflict('taken', 'There is already a promo code with this code.', { code: 'There is already a promo code with this code.' })
}

/** Refuses (409) other letters for a code that bookings hold: they show those that they were made with, and so do the guests' vouchers. */
function requireSameLetters({ uses, code: letters }: PromoCodeRow, code: string, wayOut: string) {
  if (uses === 0 || code === letters) return
  const sentence = `Bookings use this code, so its letters must stay. ${wayOut}`
  throw conflict('in_use', sentence, { code: sentence })
}

/** Today's state of a code: the option of the filter that it answers to. */
function isInState(state: string, day = today()): Expression<SqlBool> {
  if (state === 'ending') return sql`(${isInState('active', day)} and last_day between ${day} and ${daysAfter(day, 6)})`
  return sql`${state} = case
    when last_day <> '' and last_day < ${day} then 'expired'
    when most_uses is not null and uses >= most_uses then 'used up'
    when paused = 1 then 'paused'
    when first_day > ${day} then 'scheduled'
    else 'active' end`
}
