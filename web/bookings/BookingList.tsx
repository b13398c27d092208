import type { Booking } from '#contract/bookings.ts'
import { today } from '#contract/dates.ts'
import { telLink } from '#contract/phone.ts'
import { ButtonLink } from '#web/ui/base/Button.tsx'
import { stubOf, timeInWords, weekdayInWords, yearOf } from '#web/ui/base/dates.ts'
import { CardActions } from '#web/ui/list/CardActions.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { Ticket, TicketSkeleton } from '#web/ui/list/Ticket.tsx'
import { bookingApi } from './api.ts'
import { StatusBadge } from './StatusBadge.tsx'

const size = '[--stub:80px] sm:[--stub:96px] min-h-[152px]'

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
      skeleton={<TicketSkeleton className={size} />}
    >
      {(booking, onDelete) => <BookingCard booking={booking} onDelete={onDelete} />}
    </ListPage>
  )
}

function BookingCard({ booking, onDelete }: { booking: Booking; onDelete: () => void }) {
  const { _id, fullName, branchName, phoneNumber, promoCode, discountPercentage } = booking
  return (
    <Ticket className={size} stub={<When booking={booking} />}>
      <div className="flex items-start gap-2">
        <h2 className="mr-auto min-w-0 text-card">{fullName}</h2>
        <StatusBadge status={booking.status} />
      </div>
      <p className="mt-1 text-ink-2 text-small">{branchName}</p>
      <p className="text-small">
        <a
          href={telLink(phoneNumber)}
          className="inline-flex min-h-6 items-center rounded-control text-ink-2 tabular-nums hover:text-ink hover:underline pointer-coarse:min-h-11"
        >
          {phoneNumber}
        </a>
      </p>
      {promoCode && (
        <p className="mt-1 max-w-full self-start rounded-control border border-current border-dashed px-2 py-0.5 font-[600] text-good text-tiny">
          {discountPercentage}% off with {promoCode}
        </p>
      )}
      <CardActions name={`the booking of ${fullName}`} editTo={`/bookings/edit/${_id}`} onDelete={onDelete} />
    </Ticket>
  )
}

/** The day and the time on the stub; the year only where it isn't this one. */
function When({ booking: { date, time } }: { booking: Booking }) {
  const { head, day } = stubOf(date)
  return (
    <time
      dateTime={`${date}T${time}`}
      title={weekdayInWords(date)}
      className="grid h-full place-content-center px-1 text-center tabular-nums"
    >
      <span className="font-[600] text-accent-text text-tiny uppercase tracking-wide">{head}</span>
      <span className="text-title">{day}</span>
      {yearOf(date) !== yearOf(today()) && <span className="text-ink-2 text-tiny">{yearOf(date)}</span>}
      <span className="text-ink-2 text-small">{timeInWords(time)}</span>
    </time>
  )
}
