import type { ExpressionBuilder } from 'kysely'
import { today } from '#contract/dates.ts'
import type { PromoCode, PromoCodeInput } from '#contract/promo-codes.ts'
import { records, stamp } from '#server/database/records.ts'
import type { Database, PromoCodeRow, Schema, Transaction } from '#server/database/schema.ts'
import { conflict } from '#server/refusals.ts'

export const promoCodeRecords = records('promoCodes', 'Promo code', present)

function present(row: PromoCodeRow): PromoCode {
  const { code, percentage, firstDay, lastDay, mostUses, paused, uses } = row
  return { ...stamp(row), code, percentage, firstDay, lastDay, mostUses, paused: paused === 1, uses }
}

export async function promoCodeColumns(trx: Transaction, input: PromoCodeInput, current: PromoCodeRow | undefined) {
  await requireFreeCode(trx, input.code, current?.id)
  // Bookings show the letters that they were made with, and so do the guests' vouchers.
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

type Redeemed = Pick<PromoCodeRow, 'id' | 'percentage'>

/** The code of these letters that is valid today and not used up, else `undefined`; spends nothing. */
export function findValid(db: Database, code: string, day = today()): Promise<Redeemed | undefined> {
  return db.selectFrom('promoCodes').select(['id', 'percentage']).where(isValid(code, day)).executeTakeFirst()
}

/**
 * Spends one use of the code of these letters, or answers `undefined` when none is valid today or its last use is gone. One conditional
 * statement: who wants the same code at the same moment waits for it, and then sees what is left.
 */
export function redeem(trx: Transaction, code: string, day = today()): Promise<Redeemed | undefined> {
  return trx.updateTable('promoCodes').set(oneMore).where(isValid(code, day)).returning(['id', 'percentage']).executeTakeFirst()
}

/** Spends one use whatever the day and the letters, for a booking that carries the code already, deleted or not; whether one was left. */
export async function redeemAgain(trx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('promoCodes').set(oneMore).where('id', '=', id).where(isLeft).executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives one use back. */
export async function giveBack(trx: Transaction, id: string): Promise<void> {
  await trx
    .updateTable('promoCodes')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

type Condition = ExpressionBuilder<Schema, 'promoCodes'>

const oneMore = (eb: Condition) => ({ uses: eb('uses', '+', 1) })

const isLeft = (eb: Condition) => eb.or([eb('mostUses', 'is', null), eb('uses', '<', eb.ref('mostUses'))])

const isValid = (code: string, day: string) => (eb: Condition) =>
  eb.and([
    eb('code', '=', code),
    eb('deletedAt', 'is', null),
    eb('paused', '=', 0),
    eb('firstDay', '<=', day),
    eb.or([eb('lastDay', '=', ''), eb('lastDay', '>=', day)]),
    isLeft(eb),
  ])
