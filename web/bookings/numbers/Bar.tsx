import type { StatusCounts } from '#contract/booking-numbers.ts'
import { statuses } from './statuses.ts'

/** The statuses of some bookings beside each other (`across`) or piled up, as long as they are many of `most`. The numbers stand beside it. */
export function Bar({ counts, most, direction }: { counts: StatusCounts; most: number; direction: 'across' | 'up' }) {
  const isUp = direction === 'up'
  return (
    <span aria-hidden="true" className={`flex ${isUp ? 'h-full w-full flex-col-reverse' : 'h-2 w-full'}`}>
      {statuses.map(({ name, colour }) => {
        const share = `${most === 0 ? 0 : (counts[name] / most) * 100}%`
        return (
          <span
            key={name}
            className={`${colour} forced-colors:border ${counts[name] > 0 ? (isUp ? 'min-h-0.5' : 'min-w-0.5') : ''}`}
            style={isUp ? { height: share } : { width: share }}
          />
        )
      })}
    </span>
  )
}
