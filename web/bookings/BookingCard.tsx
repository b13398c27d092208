import type { Booking } from '#contract/bookings.ts'
import { copyOf } from '#web/paths.ts'
import { CardActions } from '#web/ui/list/CardActions.tsx'
import { BookingRow } from './BookingRow.tsx'
import { BookingTicket } from './BookingTicket.tsx'
import { face } from './index.ts'
import { StatusMenu } from './StatusMenu.tsx'
import type { View } from './ViewChoice.tsx'

/** The columns of each view, as classes. */
export const columns = { cards: 'gap-4 md:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4', rows: 'border-line border-t' }

/** A booking in a list, as the person likes to see them. */
export function BookingCard({ booking, view, onDelete }: { booking: Booking; view: View; onDelete: () => void }) {
  const actions = { name: `the booking of ${booking.fullName}`, editTo: face.at.edit(booking._id), onDelete }
  if (view === 'rows') return <BookingRow booking={booking} actions={actions} />
  return (
    <BookingTicket booking={booking} to={actions.editTo} badge={<StatusMenu booking={booking} />}>
      <CardActions copyTo={copyOf(face.at, booking._id)} {...actions} />
    </BookingTicket>
  )
}
