import type { Booking } from '#contract/bookings.ts'
import type { Selection } from './selection.ts'

type SelectBoxProps = { booking: Booking; selection: Selection; isAlwaysShown: boolean }

/** Selects a booking, with Shift all from the one before to it. It shows on hover and on focus, once one is selected, and where it `isAlwaysShown`. */
export function SelectBox({ booking, selection, isAlwaysShown }: SelectBoxProps) {
  return (
    <label
      className={`relative z-1 grid size-8 cursor-pointer place-items-center pointer-coarse:size-11 ${selection.bookings.length === 0 && !isAlwaysShown ? 'reveal' : ''}`}
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
