import type { StatusCounts } from '#contract/booking-numbers.ts'
import { statuses } from './statuses.ts'

/** Of a hundred parts of a bar, what the smallest number takes: less could not be seen. */
const least = 1.5

/** The statuses of some bookings beside each other (`across`) or piled up, as long as they are many of `most`. The numbers stand beside it. */
export function Bar({ counts, most, direction }: { counts: StatusCounts; most: number; direction: 'across' | 'up' }) {
  const isUp = direction === 'up'
  let end = 0
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className={isUp ? 'h-full w-full' : 'h-2 w-full'}>
      {statuses.map(({ name, colour }) => {
        const length = counts[name] === 0 ? 0 : Math.max(least, (counts[name] / most) * 100)
        end += length
        const place = isUp ? { y: 100 - end, width: 100, height: length } : { x: end - length, width: length, height: 100 }
        return <rect key={name} className={`fill-current ${colour}`} {...place} />
      })}
    </svg>
  )
}
