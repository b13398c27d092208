import type { ExpressionBuilder } from 'kysely'
import { today, weekdayOf } from '#contract/dates.ts'
import { codeKey } from '#contract/promo-codes.ts'
import { SerializationFailure } from '#server/db/errors.ts'
import type { Database, PromoCodeRow, Schema, Transaction } from '#server/db/schema.ts'

/** Whether there is such a code, valid or not. */
export async function codeExists(db: Database, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('promoCodes')
    .select('id')
    .where('codeKey', '=', codeKey(code))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The id of the code that has these letters, or had them last before it was deleted. */
export async function findByLetters(db: Database, code: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('promoCodes')
    .select('id')
    .where('codeKey', '=', codeKey(code))
    .orderBy((eb) => eb('deletedAt', 'is', null), 'desc')
    .orderBy('deletedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

type Redeemed = Pick<PromoCodeRow, 'id' | 'code' | 'percentage'>

/** When and where a guest comes, as far as it is known. `branchId` is `null` for a branch that nobody knows. */
export type Visit = { date?: string | undefined; branchId?: string | null | undefined }

/** The code of these letters that is valid today, for this visit and not used up, else `undefined`; spends nothing. */
export function findValid(db: Database, code: string, visit: Visit, day = today()): Promise<Redeemed | undefined> {
  return db
    .selectFrom('promoCodes')
    .select(['id', 'code', 'percentage'])
    .where(isValid(code, visit, day))
    .executeTakeFirst()
}

/**
 * Spends one use of the code of these letters, or answers `undefined` when none is valid today for this visit or its last use is gone. One conditional
 * statement: who wants the same code at the same moment waits for it, and then sees what is left.
 */
export function redeem(trx: Transaction, code: string, visit: Visit, day = today()): Promise<Redeemed | undefined> {
  return trx
    .updateTable('promoCodes')
    .set(oneMore)
    .where(isValid(code, visit, day))
    .returning(['id', 'code', 'percentage'])
    .executeTakeFirst()
}

/** Spends one use whatever the day and the letters, for a booking that carries the code already, deleted or not; whether one was left. */
export async function redeemAgain(trx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('promoCodes').set(oneMore).where('id', '=', id).where(isLeft).executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return true
  const usedUp = await trx.selectFrom('promoCodes').select('id').where('id', '=', id).executeTakeFirst()
  if (!usedUp) throw new SerializationFailure(`The promo code ${id} was taken away for good since the booking was read.`)
  return false
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

const isValid =
  (code: string, { date, branchId }: Visit, day: string) =>
  (eb: Condition) =>
    eb.and([
      eb('codeKey', '=', codeKey(code)),
      eb('deletedAt', 'is', null),
      eb('paused', '=', 0),
      eb('firstDay', '<=', day),
      eb.or([eb('lastDay', '=', ''), eb('lastDay', '>=', day)]),
      isLeft(eb),
      ...(date === undefined ? [] : [allows(eb, 'weekdays', weekdayOf(date))]),
      ...(branchId === undefined ? [] : [allows(eb, 'branches', branchId)]),
    ])

/** An empty list limits nothing. Neither a weekday nor an id holds a sign that `like` or JSON reads otherwise. */
const allows = (eb: Condition, limit: 'weekdays' | 'branches', value: string | null) =>
  eb.or([eb(limit, '=', '[]'), ...(value === null ? [] : [eb(limit, 'like', `%"${value}"%`)])])
