import { type Booking, bookingStatuses } from '#contract/bookings.ts'
import { counted as countedNoun } from '#web/components/format-count.ts'
import { type BulkAction, changing } from '#web/lists/selection/bulk-actions.ts'
import { bookingTarget } from './target.ts'

/** The words for setting a status, in the order of `bookingStatuses`. */
const words = [
  { verb: 'Mark as pending', doing: 'Marking as pending' },
  { verb: 'Confirm', doing: 'Confirming' },
  { verb: 'Cancel bookings', doing: 'Canceling' },
]
export const verbOf = (status: number): string => words[status]?.verb ?? ''

/** Sets the status of bookings that have another one. `closure` is the id of the closure for which they are canceled. */
export const toStatus = (bookings: readonly Booking[], status: number, closure?: string): BulkAction =>
  changing(
    bookingTarget,
    bookings.filter((booking) => booking.status !== status),
    { status, ...(closure !== undefined && { closure }) },
    {
      doing: words[status]?.doing ?? '',
      done: (count) => `${counted(count)} ${count === 1 ? 'is' : 'are'} now ${bookingStatuses[status]?.toLowerCase()}.`,
    },
  )

/** '1 booking', '1,200 bookings' */
export const counted = (count: number): string => countedNoun(count, 'booking')
