import { type BookingInput, canceled } from '#contract/bookings.ts'
import { branchExists } from '#server/branches/store.ts'
import type { BookingRow, Transaction } from '#server/database/schema.ts'
import { giveBack, redeem, redeemAgain } from '#server/promo-codes/store.ts'
import { conflict, invalid, WrongGuess } from '#server/refusals.ts'

type Coded = Pick<BookingRow, 'promoCode' | 'status'>

/** The columns of a booking, its discount reckoned here: what the caller sent as discount counts for nothing. */
export async function bookingColumns(trx: Transaction, input: BookingInput, current: BookingRow | undefined) {
  if (input.branchName !== current?.branchName && !(await branchExists(trx, input.branchName))) {
    throw invalid({ branchName: 'There is no branch of this name. Choose one from the list.' })
  }
  return { ...input, discountPercentage: await settle(trx, input, current) }
}

/** Spends the use that a booking holds again when it comes back from the trash. */
export async function takeUse(trx: Transaction, booking: Coded): Promise<void> {
  if (holdsUse(booking) && !(await redeemAgain(trx, booking.promoCode))) throw usedUp()
}

/** Gives the use back that a booking holds when it is deleted. */
export async function releaseUse(trx: Transaction, booking: Coded): Promise<void> {
  if (holdsUse(booking)) await giveBack(trx, booking.promoCode)
}

/** Moves uses between the booking as it was and as it shall be, and answers its discount in percent. */
async function settle(trx: Transaction, next: Coded, current: BookingRow | undefined): Promise<number> {
  if (current && next.promoCode === current.promoCode) {
    // A code that the booking carries already keeps its discount, even one that has expired since.
    if (holdsUse(next) && !holdsUse(current)) await takeUse(trx, next)
    if (!holdsUse(next)) await releaseUse(trx, current)
    return current.discountPercentage
  }
  if (current) await releaseUse(trx, current)
  if (next.promoCode === '') return 0
  const discount = await redeem(trx, next.promoCode)
  if (discount === undefined) throw wrongCode()
  if (!holdsUse(next)) await giveBack(trx, next.promoCode)
  return discount
}

/** A canceled booking holds no use. */
const holdsUse = ({ promoCode, status }: Coded) => promoCode !== '' && status !== canceled

const wrongCode = () => {
  const sentence = 'Invalid or expired promo code'
  return new WrongGuess(422, 'invalid', sentence, { fields: { promoCode: sentence } })
}

const usedUp = () => {
  const sentence = 'This promo code has been used up meanwhile. Remove it to go on without a discount.'
  return conflict('used_up', sentence, { promoCode: sentence })
}
