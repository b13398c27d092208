import type { BookingNumber } from '#contract/booking-numbers.ts'
import { formatCount } from '#web/components/format-count.ts'

/** The discounts as text: '3 bookings with 50% off, 12 with 20% off'. Without canceled bookings, and without amounts, because prices are unknown. */
export function discountsIn(discounts: readonly BookingNumber[]): string {
  const counts = discounts
    .map(({ discountPercentage, pending, confirmed }) => ({ discountPercentage, count: pending + confirmed }))
    .filter(({ count }) => count > 0)
  if (counts.length === 0) return 'No discounts given'
  const parts = counts.map(({ discountPercentage, count }, at) => {
    const bookings = at > 0 ? '' : count === 1 ? ' booking' : ' bookings'
    return `${formatCount(count)}${bookings} with ${discountPercentage}% off`
  })
  return `${parts.join(', ')} (canceled not counted)`
}
