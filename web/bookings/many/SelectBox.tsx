import type { Booking } from '#contract/bookings.ts'
import type { Selection } from './selection.ts'

/** Selects a booking, with Shift all from the one before to it. It shows on hover and on focus, and always once one is selected. */
export function SelectBox({ booking, selection }: { booking: Booking; selection: Selection }) {
  return (
    <label
      className={`relative z-1 grid size-8 cursor-pointer place-items-center pointer-coarse:size-11 ${selection.bookings.length === 0 ? 'reveal' : ''}`}
    >
      <input
        type="checkbox"
        aria-label={`Select the booking for ${booking.fullName}`}
        className="size-4.5 accent-accent"
        checked={selection.has(booking._id)}
        // A change doesn't tell of Shift.
        onClick={({ shiftKey }) => selection.toggle(booking, shiftKey)}
        readOnly
      />
    </label>
  )
}
