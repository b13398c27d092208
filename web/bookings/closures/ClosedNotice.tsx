import { useQuery } from '@tanstack/react-query'
import type { Booking } from '#contract/bookings.ts'
import { closureAt } from '#contract/closures.ts'
import { dayEndsAt } from '#web/api/chain-day.ts'
import { comingClosures } from '#web/api/coming-closures.ts'
import { LiveRemark } from '#web/components/LiveRemark.tsx'
import { whenClosed } from './words.ts'

/** Warns of a booking at a closed time, and refuses nothing: the booking may be intended. */
export function ClosedNotice(booking: Pick<Booking, 'branchName' | 'date' | 'time'>) {
  const { data: coming = [] } = useQuery(comingClosures)
  const closure = closureAt(coming, booking, dayEndsAt())
  return (
    <LiveRemark>
      {closure && (
        <>
          <bdi>{booking.branchName}</bdi> is closed at this time ({whenClosed(closure)}): <bdi>{closure.reason}</bdi>. You can still book.
        </>
      )}
    </LiveRemark>
  )
}
