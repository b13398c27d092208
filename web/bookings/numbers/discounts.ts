import type { BookingNumber } from '#contract/booking-numbers.ts'
import { formatCount } from '#web/components/format-count.ts'

/** The discounts given, as their lines tell: '3 bookings at 50%, 12 at 20%'. A booking that was canceled has had none, and nobody knows what one costs. */
export function discountsIn(discounts: readonly BookingNumber[]): string {
  const counts = discounts
    .map(({ discountPercentage, pending, confirmed }) => ({ discountPercentage, count: pending + confirmed }))
    .filter(({ count }) => count > 0)
  if (counts.length === 0) return 'No discounts given.'
  const parts = counts.map(({ discountPercentage, count }, at) => {
    const bookings = at > 0 ? '' : count === 1 ? ' booking' : ' bookings'
    return `${formatCount(count)}${bookings} at ${discountPercentage}%`
  })
  return `${parts.join(', ')}, canceled ones left out.`
}
