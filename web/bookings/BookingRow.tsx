import type { ComponentProps, ReactNode } from 'react'
import { type Booking, canceled } from '#contract/bookings.ts'
import { today } from '#web/api/chain-day.ts'
import { shortDay, timeInWords } from '#web/components/dates.ts'
import { EditAndDelete } from '#web/lists/CardActions.tsx'
import { CardTitle } from '#web/lists/CardTitle.tsx'
import { Discount, quiet } from './BookingTicket.tsx'
import { PhoneLink } from './PhoneLink.tsx'

/** All rows share the column widths and alignment, so that columns can be scanned. */
const columns = 'lg:grid-cols-[2rem_5rem_minmax(0,3fr)_minmax(0,2fr)_10rem_minmax(0,3fr)_6rem_6rem]'

type BookingRowProps = {
  booking: Booking
  badge: ReactNode
  /** A warning before the other details, such as a closure at the booking's time. */
  mark: ReactNode
  box: ReactNode
  isSelected: boolean
  actions: ComponentProps<typeof EditAndDelete>
}

/** A booking as a row below its day: time, name, branch and phone number. Several lines on a phone. */
export function BookingRow({ booking, badge, mark, box, isSelected, actions }: BookingRowProps) {
  const { date, time, fullName, branchName, phoneNumber, phoneLinks, note, status } = booking
  return (
    <article
      className={`reveals grid grid-cols-[5rem_minmax(0,1fr)_6rem] items-center gap-x-3 border-line border-b px-3 py-1.5 lg:h-11 lg:gap-x-4 lg:py-0 ${isSelected ? 'bg-accent-soft' : 'hover:bg-sunk'} ${status === canceled ? quiet : ''} ${columns}`}
    >
      <div className="max-lg:col-start-1 max-lg:row-start-3 max-lg:-ml-1.5">{box}</div>
      <time dateTime={`${date}T${time}`} className="font-[600] tabular-nums max-lg:col-start-1 max-lg:row-start-1">
        {timeInWords(time)}
        <span className="block font-normal text-ink-2 text-tiny in-data-day:sr-only">{shortDay(date, today())}</span>
      </time>
      <div className="min-w-0 *:text-left lg:*:line-clamp-1 max-lg:col-start-2 max-lg:row-start-1">
        <CardTitle level="h3" to={actions.editTo}>
          {fullName}
        </CardTitle>
      </div>
      <p dir="auto" className="truncate text-left text-ink-2 text-small max-lg:col-start-2 max-lg:row-start-2" title={branchName}>
        {branchName}
      </p>
      {/* A phone has room for the number alone, and calls it. */}
      <p className="truncate text-small max-lg:col-start-2 max-lg:row-start-3 max-lg:[&_button]:hidden">
        <PhoneLink number={phoneNumber} links={phoneLinks} className="truncate" />
      </p>
      <div className="min-w-0 gap-x-2 max-lg:col-start-2 max-lg:row-start-4 lg:flex lg:items-center lg:*:truncate">
        {mark}
        <Discount booking={booking} />
        {note && (
          <p dir="auto" title={note} className="text-left text-small">
            {note}
          </p>
        )}
      </div>
      <div className="max-lg:col-start-3 max-lg:row-start-1 max-lg:justify-self-end">{badge}</div>
      <div className="max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-2 max-lg:self-end max-lg:justify-self-end max-lg:[&_a+a]:hidden">
        <EditAndDelete {...actions} />
      </div>
    </article>
  )
}
