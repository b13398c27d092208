import type { StatusCounts } from '#contract/booking-numbers.ts'
import { formatCount } from '#web/components/format-count.ts'

/** The statuses in the order in which they are piled up, each with its colour as a class. */
export const statuses = [
  { name: 'confirmed', colour: 'text-good-area' },
  { name: 'pending', colour: 'text-wait-area' },
  { name: 'canceled', colour: 'text-bad-area' },
] as const satisfies { name: keyof StatusCounts; colour: string }[]

export const sizeOf = ({ pending, confirmed, canceled }: StatusCounts): number => pending + confirmed + canceled

/** '3 pending, 12 confirmed, 1 canceled' */
export const inWords = (counts: StatusCounts): string => statuses.map(({ name }) => `${formatCount(counts[name])} ${name}`).join(', ')

/** '128 bookings, 12 of them canceled' */
export function inTotal(counts: StatusCounts): string {
  const total = sizeOf(counts)
  const bookings = total === 1 ? '1 booking' : `${formatCount(total)} bookings`
  return counts.canceled === 0 ? bookings : `${bookings}, ${formatCount(counts.canceled)} of them canceled`
}
