import type { ComponentProps } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { timeInWords } from '#web/ui/base/dates.ts'
import { EditAndDelete } from '#web/ui/list/CardActions.tsx'
import { CardTitle } from '#web/ui/list/CardTitle.tsx'
import { Discount, PhoneLink } from './BookingTicket.tsx'
import { StatusMenu } from './StatusMenu.tsx'

/** The columns have one width in every row, so that an eye can run down them. */
const columns = 'lg:grid-cols-[5rem_minmax(0,3fr)_minmax(0,2fr)_10rem_minmax(0,2fr)_6rem_4.5rem]'

/** A booking as a row under its day: when, who, where, and what to reach them by. On a phone in two lines. */
export function BookingRow({ booking, actions }: { booking: Booking; actions: ComponentProps<typeof EditAndDelete> }) {
  const { date, time, fullName, branchName, phoneNumber } = booking
  return (
    <article
      className={`grid grid-cols-[5rem_minmax(0,1fr)_6rem] items-center gap-x-3 border-line border-b px-3 py-1.5 hover:bg-sunk lg:gap-x-4 ${columns}`}
    >
      <time dateTime={`${date}T${time}`} className="font-[600] tabular-nums max-lg:row-span-2 max-lg:self-start max-lg:pt-1">
        {timeInWords(time)}
      </time>
      <div className="min-w-0">
        <CardTitle to={actions.editTo}>{fullName}</CardTitle>
      </div>
      <p dir="auto" className="truncate text-ink-2 text-small max-lg:col-start-2 max-lg:row-start-2" title={branchName}>
        {branchName}
      </p>
      <p className="truncate text-small max-lg:col-start-2 max-lg:row-start-3">
        <PhoneLink number={phoneNumber} />
      </p>
      <div className="min-w-0 max-lg:col-start-2 max-lg:row-start-4">
        <Discount booking={booking} />
      </div>
      <div className="max-lg:col-start-3 max-lg:row-start-1 max-lg:justify-self-end">
        <StatusMenu booking={booking} />
      </div>
      <div className="max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-2 max-lg:self-end">
        <EditAndDelete {...actions} />
      </div>
    </article>
  )
}
