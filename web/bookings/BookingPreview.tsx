import type { BookingInput } from '#contract/bookings.ts'
import { dayOrNone } from '#web/components/dates.ts'
import { Preview } from '#web/forms/editor/Preview.tsx'
import type { Fields } from '#web/forms/useForm.ts'
import { BookingTicket } from './BookingTicket.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** The ticket of the booking in the form, with the valid fields. */
export function BookingPreview({ field }: { field: Fields<BookingInput> }) {
  const booking: BookingInput = {
    branchName: field('branchName').value || 'Branch',
    date: dayOrNone(field('date').value),
    time: field('time').value,
    fullName: field('fullName').value || 'Full Name',
    phoneNumber: field('phoneNumber').value || 'Phone Number',
    status: field('status').value,
    promoCode: field('promoCode').value,
    discountPercentage: field('discountPercentage').value,
    note: field('note').value,
  }
  return (
    <Preview>
      <BookingTicket booking={booking} to="" badge={<StatusBadge status={booking.status} />} />
    </Preview>
  )
}
