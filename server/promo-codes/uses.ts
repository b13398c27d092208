import type { ExpressionBuilder } from 'kysely'
import { weekdayOf } from '#contract/dates.ts'
import { codeKey } from '#contract/promo-codes.ts'
import { chainDay } from '#server/db/clock.ts'
import { SerializationFailure } from '#server/db/errors.ts'
import type { Database, PromoCodeRow, Schema, Transaction } from '#server/db/schema.ts'

/** Whether a code with these letters exists, valid or not. */
export async function codeExists(db: Database, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('promoCodes')
    .select('id')
    .where('codeKey', '=', codeKey(code))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the id of the code with these letters, or else of the code that was deleted last with them. */
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

/** The chain's day and the branch of a guest's visit, as far as known. `branchId` is `null` for an unknown branch. */
export type Visit = { date?: string | undefined; branchId?: string | null | undefined }

/** Returns the code with these letters if it is valid today for this visit and not used up, else `undefined`. Takes no use. */
export function findValid(db: Database, code: string, visit: Visit, day = chainDay()): Promise<Redeemed | undefined> {
  return db
    .selectFrom('promoCodes')
    .select(['id', 'code', 'percentage'])
    .where(isValid(code, visit, day))
    .executeTakeFirst()
}

/**
 * Takes one use of the code with these letters. Returns `undefined` when no such code is valid today for this visit, or when it is used up. The
 * statement is conditional: concurrent bookings of the same code wait for it, and then see the remaining uses.
 */
export function redeem(trx: Transaction, code: string, visit: Visit, day = chainDay()): Promise<Redeemed | undefined> {
  return trx
    .updateTable('promoCodes')
    .set(oneMore)
    .where(isValid(code, visit, day))
    .returning(['id', 'code', 'percentage'])
    .executeTakeFirst()
}

/** Takes one use on any day and with any letters, for a booking that already has the code, deleted or not. Returns whether a use was left. */
export async function redeemAgain(trx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('promoCodes').set(oneMore).where('id', '=', id).where(isLeft).executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return true
  const usedUp = await trx.selectFrom('promoCodes').select('id').where('id', '=', id).executeTakeFirst()
  if (!usedUp) throw new SerializationFailure(`The promo code ${id} was erased after the booking was read.`)
  return false
}

/** Returns one use to a code. */
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

/**
 * A condition that a limit allows `value`; an empty list allows everything. Weekdays and ids contain no characters that are special in `like` or
 * JSON.
 */
const allows = (eb: Condition, limit: 'weekdays' | 'branches', value: string | null) =>
  eb.or([eb(limit, '=', '[]'), ...(value === null ? [] : [eb(limit, 'like', `%"${value}"%`)])])
