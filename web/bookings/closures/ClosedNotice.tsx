import { useQuery } from '@tanstack/react-query'
import type { Booking } from '#contract/bookings.ts'
import { closureAt } from '#contract/closures.ts'
import { comingClosures } from '#web/api/coming-closures.ts'
import { whenClosed } from './words.ts'

/** Warns of a booking at a closed time. It may be meant, so nothing is refused. */
export function ClosedNotice(booking: Pick<Booking, 'branchName' | 'date' | 'time'>) {
  const { data: coming = [] } = useQuery(comingClosures)
  const closure = closureAt(coming, booking)
  return (
    <div aria-live="polite">
      {closure && (
        <p className="mt-2 rounded-control bg-wait-soft px-3 py-2 text-wait">
          <bdi>{booking.branchName}</bdi> is closed then ({whenClosed(closure)}): <bdi>{closure.reason}</bdi>. Book anyway?
        </p>
      )}
    </div>
  )
}
