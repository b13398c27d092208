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
