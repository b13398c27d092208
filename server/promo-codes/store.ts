import { sql } from 'kysely'
import { today } from '#contract/dates.ts'
import type { PromoCode, PromoCodeInput } from '#contract/promo-codes.ts'
import { records, stamp } from '#server/database/records.ts'
import type { Database, PromoCodeRow, Transaction } from '#server/database/schema.ts'
import { conflict } from '#server/refusals.ts'

export const promoCodeRecords = records('promoCodes', 'Promo code', present)

function present(row: PromoCodeRow): PromoCode {
  const { code, percentage, firstDay, lastDay, mostUses, paused, uses } = row
  return { ...stamp(row), code, percentage, firstDay, lastDay, mostUses, paused: paused === 1, uses }
}

export async function promoCodeColumns(trx: Transaction, input: PromoCodeInput, current: PromoCodeRow | undefined) {
  await requireFreeCode(trx, input.code, current?.id)
  // Bookings hold a code by its letters: under other letters their uses could never come back.
  if (current && current.uses > 0 && input.code !== current.code) {
    const sentence = 'Bookings use this code, so its letters must stay. Pause it and make another one.'
    throw conflict('in_use', sentence, { code: sentence })
  }
  return { ...input, paused: input.paused ? 1 : 0, uses: current?.uses ?? 0 }
}

/** Refuses a code (409) that another promo code has which is not deleted. */
export async function requireFreeCode(trx: Transaction, code: string, ownId: string | undefined): Promise<void> {
  const taken = await trx.selectFrom('promoCodes').select('id').where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst()
  if (taken && taken.id !== ownId)
    throw conflict('taken', 'There is already a promo code with this code.', { code: 'There is already a promo code with this code.' })
}

/** Whether there is such a code, valid or not. */
export async function codeExists(db: Database, code: string): Promise<boolean> {
  const found = await db.selectFrom('promoCodes').select('id').where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst()
  return found !== undefined
}

/** The discount of a code that is valid today and not used up, else `undefined`; spends nothing. */
export async function discountOf(db: Database, code: string, day = today()): Promise<number | undefined> {
  const found = await valid(db, code, day).executeTakeFirst()
  return found?.percentage
}

/** Spends one use of a code that is valid today; its discount, or `undefined` when it isn't or the last use is gone. */
export async function redeem(trx: Transaction, code: string, day = today()): Promise<number | undefined> {
  const found = await valid(trx, code, day).executeTakeFirst()
  return found && (await spend(trx, code)) ? found.percentage : undefined
}

/** Spends one use whatever the day, for a booking that carries the code already. A code that was deleted counts no more uses. */
export async function redeemAgain(trx: Transaction, code: string): Promise<boolean> {
  const found = await trx.selectFrom('promoCodes').select('id').where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst()
  return found ? spend(trx, code) : true
}

/** Gives one use back. */
export async function giveBack(trx: Transaction, code: string): Promise<void> {
  await trx
    .updateTable('promoCodes')
    .set({ uses: sql`uses - 1` })
    .where('code', '=', code)
    .where('deletedAt', 'is', null)
    .where('uses', '>', 0)
    .execute()
}

/** One conditional statement, so that of two bookings at the last use only one gets it. */
async function spend(trx: Transaction, code: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('promoCodes')
    .set({ uses: sql`uses + 1` })
    .where('code', '=', code)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('mostUses', 'is', null), eb('uses', '<', eb.ref('mostUses'))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const valid = (db: Database, code: string, day: string) =>
  db
    .selectFrom('promoCodes')
    .select('percentage')
    .where('code', '=', code)
    .where('deletedAt', 'is', null)
    .where('paused', '=', 0)
    .where('firstDay', '<=', day)
    .where((eb) => eb.or([eb('lastDay', '=', ''), eb('lastDay', '>=', day)]))
    .where((eb) => eb.or([eb('mostUses', 'is', null), eb('uses', '<', eb.ref('mostUses'))]))
