import { type BookingInput, canceled } from '#contract/bookings.ts'
import { chainDayOf } from '#contract/dates.ts'
import { codeKey } from '#contract/promo-codes.ts'
import { dayEndsAt } from '#server/db/day-end.ts'
import type { BookingRow, Transaction } from '#server/db/schema.ts'
import { conflict, FailedAttempt } from '#server/errors.ts'
import { phoneColumns } from '#server/phone/columns.ts'
import { whyRefused } from '#server/promo-codes/reasons.ts'
import { findByLetters, findValid, giveBack, redeem, redeemAgain } from '#server/promo-codes/uses.ts'
import { holdBranch, onceOfName } from '#server/records/branch-names.ts'

type Holder = Pick<BookingRow, 'promoCodeId' | 'status'> & Partial<Pick<BookingRow, 'deletedAt'>>

/** Returns the columns of a booking. The discount is computed here; the caller's discount is ignored. */
export async function bookingColumns(trx: Transaction, input: BookingInput, current: BookingRow | undefined) {
  // The branch is locked first: a transaction that waits for a branch then holds no promo code that others wait for.
  const branchId = await branchOf(trx, input.branchName, current)
  const note = input.note ?? current?.note ?? ''
  const { contactedAt, contactedBy } = current ?? { contactedAt: null, contactedBy: null }
  const closure = closureOf(input, current)
  const own = { branchId, note, contactedAt, contactedBy, closure, ...phoneColumns(input.phoneNumber) }
  return { ...own, ...(await price(trx, { ...input, branchId }, current)) }
}

/**
 * Returns the columns of an earlier version of a booking. The version keeps its promo code on any day, and its discount of that time, unless the code
 * has been used up (409).
 */
export async function columnsOfVersion(trx: Transaction, version: BookingInput, current: BookingRow) {
  const { branchName, phoneNumber, promoCode, status, discountPercentage, note = '' } = version
  // The branch is locked first, as in `bookingColumns`.
  const branchId = await branchOfVersion(trx, branchName, current)
  const promoCodeId = isSameCode(promoCode, current.promoCode) ? current.promoCodeId : ((await findByLetters(trx, promoCode)) ?? null)
  const next = { promoCodeId, status }
  if (countedBy(next) !== countedBy(current)) {
    await releaseUse(trx, current)
    await takeUse(trx, next)
  }
  return { branchId, note, closure: closureOf(version, current), ...phoneColumns(phoneNumber), promoCodeId, discountPercentage }
}

/** Returns the closure for which a booking was canceled, as long as the booking stays canceled. */
const closureOf = ({ status }: BookingInput, current: BookingRow | undefined) => (status === canceled ? (current?.closure ?? null) : null)

/** Returns the id of a booking's branch. An unchanged name keeps the branch, also when the branch has been renamed since. */
const branchOf = async (trx: Transaction, name: string, current: BookingRow | undefined): Promise<string | null> =>
  name === current?.branchName ? current.branchId : ((await holdBranch(trx, name)) ?? null)

/** Returns the branch of an earlier version: the booking's own branch if it ever had that name, because the branch may have been renamed since. */
async function branchOfVersion(trx: Transaction, name: string, current: BookingRow): Promise<string | null> {
  if (name === current.branchName) return current.branchId
  const once = await onceOfName(trx, name)
  if (current.branchId !== null && once.includes(current.branchId)) return current.branchId
  return (await holdBranch(trx, name)) ?? once[0] ?? null
}

/** Returns the id of the code that counts a use for this booking. A canceled or deleted booking uses no code. */
const countedBy = ({ promoCodeId, status, deletedAt = null }: Holder) => (status === canceled || deletedAt !== null ? null : promoCodeId)

/** Returns the columns of a restored booking. The booking takes a use of its promo code again, or is restored without the code. */
export async function columnsOfRestored(trx: Transaction, trashed: BookingRow, { promoCode }: { promoCode?: '' | undefined }) {
  if (promoCode === '') return { promoCode, promoCodeId: null, discountPercentage: 0 }
  await takeUse(trx, { ...trashed, deletedAt: null })
  return {}
}

/** Takes a booking's use of its code again, even if its letters have changed. Throws a 409 when the code has been used up. */
async function takeUse(trx: Transaction, holder: Holder): Promise<void> {
  const code = countedBy(holder)
  if (code === null || (await redeemAgain(trx, code))) return
  const sentence = 'This promo code has been used up. Remove the code to continue without a discount.'
  throw conflict('used_up', sentence, { promoCode: sentence })
}

/** Returns a booking's use to its code. */
export async function releaseUse(trx: Transaction, holder: Holder): Promise<void> {
  const code = countedBy(holder)
  if (code !== null) await giveBack(trx, code)
}

type Priced = Pick<BookingRow, 'promoCode' | 'promoCodeId' | 'discountPercentage'>

const isSameCode = (one: string, other: string) => codeKey(one) === codeKey(other)

/** Moves uses from the booking's old state to its new state. Returns the code in its own letters, and the discount in percent. */
async function price(
  trx: Transaction,
  next: BookingInput & Pick<BookingRow, 'branchId'>,
  current: BookingRow | undefined,
): Promise<Priced> {
  if (current && isSameCode(next.promoCode, current.promoCode)) {
    // A code that the booking already has keeps its discount, even if it has expired or isn't valid for the new date or branch.
    const { promoCode, promoCodeId, discountPercentage } = current
    if (next.status === canceled) await releaseUse(trx, current)
    else if (current.status === canceled) await takeUse(trx, { promoCodeId, status: next.status })
    return { promoCode, promoCodeId, discountPercentage }
  }
  if (current) await releaseUse(trx, current)
  if (next.promoCode === '') return { promoCode: '', promoCodeId: null, discountPercentage: 0 }
  const visit = { date: chainDayOf(next, dayEndsAt()), branchId: next.branchId }
  const code = next.status === canceled ? await findValid(trx, next.promoCode, visit) : await redeem(trx, next.promoCode, visit)
  if (!code) throw wrongCode(await whyRefused(trx, next.promoCode, visit))
  return { promoCode: code.code, promoCodeId: code.id, discountPercentage: code.percentage }
}

const wrongCode = (reason: string | undefined) => {
  const sentence = 'Invalid or expired promo code'
  return new FailedAttempt(422, 'invalid', sentence, { fields: { promoCode: sentence }, reason })
}
