import type { ReactNode } from 'react'
import { type Booking, type BookingInput, canceled } from '#contract/bookings.ts'
import { today } from '#web/api/chain-day.ts'
import { shortDay, timeInWords, weekdayInWords } from '#web/components/dates.ts'
import { CardTitle, PictureLink } from '#web/lists/CardTitle.tsx'
import { Ticket } from '#web/lists/Ticket.tsx'
import { PhoneLink } from './PhoneLink.tsx'

/** The stub and the least height of a booking's ticket, as classes. */
export const ticketSize = '[--stub:88px] sm:[--stub:96px] min-h-[152px]'

/** The classes of a canceled booking, which gray out its name and time. */
export const quiet = '[&_h3]:text-ink-3 [&_time]:text-ink-3'

type BookingTicketProps = {
  /** The stored booking, or the input so far. */
  booking: BookingInput & Partial<Pick<Booking, 'phoneLinks'>>
  to: string
  badge: ReactNode
  /** A warning before the other details, such as a closure at the booking's time. */
  mark?: ReactNode
  box?: ReactNode
  isSelected?: boolean
  children?: ReactNode
}

/** A booking as a ticket: when on the stub, who and where beside it. */
export function BookingTicket({ booking, to, badge, mark, box, isSelected = false, children }: BookingTicketProps) {
  const { fullName, branchName, phoneNumber, phoneLinks } = booking
  return (
    <Ticket
      className={`reveals ${ticketSize} ${isSelected ? 'outline-2 outline-accent' : ''} ${booking.status === canceled ? quiet : ''}`}
      stub={
        <>
          <When booking={booking} />
          <PictureLink to={to} />
          <div className="absolute top-0.5 left-0.5">{box}</div>
        </>
      }
    >
      <div className="flex items-start gap-2">
        <div className="mr-auto min-w-0">
          <CardTitle level="h3" to={to}>
            {fullName}
          </CardTitle>
        </div>
        {badge}
      </div>
      <p dir="auto" className="mt-1 text-ink-2 text-small">
        {branchName}
      </p>
      <p className="text-small">
        <PhoneLink number={phoneNumber} links={phoneLinks} />
      </p>
      <div className="not-empty:mt-1">
        {mark}
        <Discount booking={booking} />
      </div>
      {booking.note && (
        <p dir="auto" title={booking.note} className="mt-1 line-clamp-3 whitespace-pre-line text-small wrap-anywhere">
          {booking.note}
        </p>
      )}
      {children}
    </Ticket>
  )
}

/** The discount and its promo code; nothing without a discount. */
export function Discount({
  booking: { promoCode, discountPercentage },
}: {
  booking: Pick<BookingInput, 'promoCode' | 'discountPercentage'>
}) {
  if (!promoCode || discountPercentage <= 0) return null
  return (
    <p
      title={`${discountPercentage}% off with ${promoCode}`}
      className="w-fit max-w-full rounded-control border border-edge border-dashed px-2 py-0.5 font-[600] text-tiny"
    >
      {discountPercentage}% off with <bdi>{promoCode}</bdi>
    </p>
  )
}

/** The time on the stub, with the day below it unless the heading above (`data-day`) has the day. */
function When({ booking: { date, time } }: { booking: BookingInput }) {
  const words = time ? timeInWords(time) : '–'
  return (
    <time
      dateTime={`${date}T${time}`}
      title={date && weekdayInWords(date)}
      className="grid h-full place-content-center whitespace-nowrap text-center tabular-nums"
    >
      {/* '7:30 pm' is wider than '19:30'. */}
      <span className={words.length > 5 ? 'text-head' : 'text-title'}>{words}</span>
      <span className="text-ink-2 text-small in-data-day:sr-only">{date ? shortDay(date, today()) : 'Date'}</span>
    </time>
  )
}
