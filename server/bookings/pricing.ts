import { type BookingInput, canceled } from '#contract/bookings.ts'
import { codeKey } from '#contract/promo-codes.ts'
import type { BookingRow, Transaction } from '#server/db/schema.ts'
import { conflict, FailedAttempt } from '#server/errors.ts'
import { phoneColumns } from '#server/phone/columns.ts'
import { whyRefused } from '#server/promo-codes/reasons.ts'
import { findByLetters, findValid, giveBack, redeem, redeemAgain } from '#server/promo-codes/uses.ts'
import { holdBranch, onceOfName } from '#server/records/branch-names.ts'

type Holder = Pick<BookingRow, 'promoCodeId' | 'status'> & Partial<Pick<BookingRow, 'deletedAt'>>

/** The columns of a booking, its discount computed here: what the caller sent as discount counts for nothing. */
export async function bookingColumns(trx: Transaction, input: BookingInput, current: BookingRow | undefined) {
  // The branch first: whoever waits for it then holds up nobody who waits for the promo code.
  const branchId = await branchOf(trx, input.branchName, current)
  return { branchId, ...phoneColumns(input.phoneNumber), ...(await price(trx, { ...input, branchId }, current)) }
}

/**
 * The columns of an earlier version of a booking. It carried its promo code, so it does again whatever the day, and at the discount of then; but
 * not past the code's last use (409).
 */
export async function columnsOfVersion(trx: Transaction, version: BookingInput, current: BookingRow) {
  const { branchName, phoneNumber, promoCode, status, discountPercentage } = version
  // The branch first, as above.
  const branchId = await branchOfVersion(trx, branchName, current)
  const promoCodeId = isSameCode(promoCode, current.promoCode) ? current.promoCodeId : ((await findByLetters(trx, promoCode)) ?? null)
  const next = { promoCodeId, status }
  if (countedBy(next) !== countedBy(current)) {
    await releaseUse(trx, current)
    await takeUse(trx, next)
  }
  return { branchId, ...phoneColumns(phoneNumber), promoCodeId, discountPercentage }
}

/** A booking keeps its branch by the name that it was made under. */
const branchOf = async (trx: Transaction, name: string, current: BookingRow | undefined): Promise<string | null> =>
  name === current?.branchName ? current.branchId : ((await holdBranch(trx, name)) ?? null)

/** The same for an earlier version, whose branch may have another name by now: the booking's own, where that was ever called so. */
async function branchOfVersion(trx: Transaction, name: string, current: BookingRow): Promise<string | null> {
  if (name === current.branchName) return current.branchId
  const once = await onceOfName(trx, name)
  if (current.branchId !== null && once.includes(current.branchId)) return current.branchId
  return (await holdBranch(trx, name)) ?? once[0] ?? null
}

/** The code that has a use spent on it: one that is canceled, or in the trash, has none. */
const countedBy = ({ promoCodeId, status, deletedAt = null }: Holder) => (status === canceled || deletedAt !== null ? null : promoCodeId)

/** The columns of a booking that leaves the trash: it takes its use up again, or goes on without its promo code. */
export async function columnsOfRestored(trx: Transaction, trashed: BookingRow, { promoCode }: { promoCode?: '' | undefined }) {
  if (promoCode === '') return { promoCode, promoCodeId: null, discountPercentage: 0 }
  await takeUse(trx, { ...trashed, deletedAt: null })
  return {}
}

/** Spends the use again that a booking holds, whatever its code is called by now, or refuses (409) when the last one is gone. */
async function takeUse(trx: Transaction, holder: Holder): Promise<void> {
  const code = countedBy(holder)
  if (code === null || (await redeemAgain(trx, code))) return
  const sentence = 'This promo code has been used up meanwhile. Remove it to go on without a discount.'
  throw conflict('used_up', sentence, { promoCode: sentence })
}

/** Gives the use back that a booking holds. */
export async function releaseUse(trx: Transaction, holder: Holder): Promise<void> {
  const code = countedBy(holder)
  if (code !== null) await giveBack(trx, code)
}

type Priced = Pick<BookingRow, 'promoCode' | 'promoCodeId' | 'discountPercentage'>

const isSameCode = (one: string, other: string) => codeKey(one) === codeKey(other)

/** Moves uses between the booking as it was and as it will be, and answers its code, with the code's own letters, and its discount in percent. */
async function price(
  trx: Transaction,
  next: BookingInput & Pick<BookingRow, 'branchId'>,
  current: BookingRow | undefined,
): Promise<Priced> {
  if (current && isSameCode(next.promoCode, current.promoCode)) {
    // A code that the booking carries already keeps its discount, even one that has expired since or isn't valid for where and when it moves.
    const { promoCode, promoCodeId, discountPercentage } = current
    if (next.status === canceled) await releaseUse(trx, current)
    else if (current.status === canceled) await takeUse(trx, { promoCodeId, status: next.status })
    return { promoCode, promoCodeId, discountPercentage }
  }
  if (current) await releaseUse(trx, current)
  if (next.promoCode === '') return { promoCode: '', promoCodeId: null, discountPercentage: 0 }
  const code = next.status === canceled ? await findValid(trx, next.promoCode, next) : await redeem(trx, next.promoCode, next)
  if (!code) throw wrongCode(await whyRefused(trx, next.promoCode, next))
  return { promoCode: code.code, promoCodeId: code.id, discountPercentage: code.percentage }
}

const wrongCode = (reason: string | undefined) => {
  const sentence = 'Invalid or expired promo code'
  return new FailedAttempt(422, 'invalid', sentence, { fields: { promoCode: sentence }, reason })
}
