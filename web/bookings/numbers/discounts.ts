import type { BookingNumber } from '#contract/booking-numbers.ts'
import { inFigures } from '#web/ui/base/figures.ts'

/** The discounts given, the greatest first: '3 bookings at 50%, 12 at 20%'. A booking that was canceled has had none, and nobody knows what one costs. */
export function discountsIn(codes: readonly BookingNumber[]): string {
  const given = Map.groupBy(codes, ({ discountPercentage }) => discountPercentage)
  const counts = [...given]
    .map(([percentage, lines]) => ({ percentage, count: lines.reduce((sum, { pending, confirmed }) => sum + pending + confirmed, 0) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.percentage - one.percentage)
  if (counts.length === 0) return 'No discounts given.'
  const parts = counts.map(({ percentage, count }, at) => {
    const bookings = at > 0 ? '' : count === 1 ? ' booking' : ' bookings'
    return `${inFigures(count)}${bookings} at ${percentage}%`
  })
  return `${parts.join(', ')}, canceled ones left out.`
}
