import type { Booking } from '#contract/bookings.ts'
import { ButtonLink } from '#web/ui/base/Button.tsx'
import { CardActions } from '#web/ui/list/CardActions.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { TicketSkeleton } from '#web/ui/list/Ticket.tsx'
import { bookingApi } from './api.ts'
import { BookingTicket, ticketSize } from './BookingTicket.tsx'

const editor = ({ _id }: Booking) => `/bookings/edit/${_id}`

export function BookingList() {
  return (
    <ListPage
      collection={bookingApi}
      title="Bookings"
      subtitle="Manage your movie bookings"
      links={<ButtonLink to="/bookings/promo-codes">Promo codes</ButtonLink>}
      add={{ to: '/bookings/add', label: 'New Booking' }}
      empty={{ title: 'No bookings', text: 'Seats that guests book by phone or at the counter are kept here.', add: 'Add Booking' }}
      confirm="Are you sure you want to delete this booking?"
      nameOf={(booking) => `The booking of ${booking.fullName}`}
      columns="md:grid-cols-2 lg:grid-cols-3"
      skeleton={<TicketSkeleton className={ticketSize} />}
    >
      {(booking, onDelete) => (
        <BookingTicket booking={booking} to={editor(booking)}>
          <CardActions name={`the booking of ${booking.fullName}`} editTo={editor(booking)} onDelete={onDelete} />
        </BookingTicket>
      )}
    </ListPage>
  )
}
