import { type Booking, type BookingChange, bookingStatuses } from '#contract/bookings.ts'
import { formatCount } from '#web/components/format-count.ts'

/** A change of a booking in the version that the user has seen. */
export type Planned = { booking: Booking; change: BookingChange }

/** An action on many bookings, with the texts about it. */
export type BulkAction = {
  planned: Planned[]
  /** 'Confirming' */
  doing: string
  /** '12 bookings are now confirmed.' */
  done: (count: number) => string
  /** It takes something back, and isn't taken back itself. */
  isUndo?: true
}

/** How it is said that bookings get a status, in the order of `bookingStatuses`. */
const words = [
  { verb: 'Mark as pending', doing: 'Marking as pending' },
  { verb: 'Confirm', doing: 'Confirming' },
  { verb: 'Cancel bookings', doing: 'Canceling' },
]
export const verbOf = (status: number): string => words[status]?.verb ?? ''

/** Sets the status of bookings that have another one. `closure` is the id of the closure for which they are canceled. */
export const toStatus = (bookings: readonly Booking[], status: number, closure?: string): BulkAction => ({
  planned: bookings
    .filter((booking) => booking.status !== status)
    .map((booking) => ({
      booking,
      change: { _id: booking._id, version: booking.version, status, ...(closure !== undefined && { closure }) },
    })),
  doing: words[status]?.doing ?? '',
  done: (count) => `${counted(count)} ${count === 1 ? 'is' : 'are'} now ${bookingStatuses[status]?.toLowerCase()}.`,
})

export const toTrash = (bookings: readonly Booking[]): BulkAction => ({
  planned: bookings.map((booking) => ({ booking, change: { _id: booking._id, version: booking.version, deleted: true } })),
  doing: 'Deleting',
  done: (count) => `${counted(count)} ${count === 1 ? 'was' : 'were'} deleted.`,
})

/** The Undo of a bulk action; `ways` are the reverse changes. */
export const undoAction = (ways: Planned[]): BulkAction => ({
  planned: ways,
  doing: 'Undoing',
  done: (count) =>
    ways.length === 1
      ? 'Change undone.'
      : `${count === ways.length ? 'All ' : ''}${formatCount(count)} ${count === 1 ? 'change' : 'changes'} undone.`,
  isUndo: true,
})

/** '1 booking', '1,200 bookings' */
export const counted = (count: number): string => `${formatCount(count)} ${count === 1 ? 'booking' : 'bookings'}`
