import { type ReactNode, useEffect } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import type { Highlighted } from '#web/lists/highlighted.ts'
import { heightsOf } from '#web/lists/Pages.tsx'
import { ShowMore } from '#web/lists/ShowMore.tsx'
import { TicketSkeleton } from '#web/lists/Ticket.tsx'
import type { ShownList } from '#web/lists/use-list.ts'
import { bookingApi } from './api.ts'
import { columns, seams } from './BookingCard.tsx'
import { BookingDays } from './BookingDays.tsx'
import { ticketSize } from './BookingTicket.tsx'
import type { View } from './ViewChoice.tsx'

type BookingSectionProps = {
  label: string
  list: ShownList<Booking>
  /** What tells this list from others, for the way back. */
  address: string
  marked: Highlighted
  view: View
  children: (booking: Booking) => ReactNode
}

/** One of the lists on the bookings screen, day by day. */
export function BookingSection({ label, list, address, marked, view, children }: BookingSectionProps) {
  const { query, items, total, retry, onShow } = list
  useEffect(() => {
    if (query.error) console.error(bookingApi.failed.list, query.error)
  }, [query.error])
  return (
    <>
      {query.isError && <Alert text={bookingApi.failed.list} reason={reasonOf(query.error)} onRetry={retry} />}
      {query.isPending && (
        <div role="status" className={`grid ${columns.cards}`}>
          <span className="sr-only">Loading…</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
            <TicketSkeleton key={place} className={ticketSize} />
          ))}
        </div>
      )}
      <BookingDays
        label={label}
        columns={columns[view]}
        seam={seams[view]}
        items={items}
        marked={marked}
        heights={heightsOf(`${address} ${view}`)}
        onShow={onShow}
      >
        {children}
      </BookingDays>
      <ShowMore list={address} query={query} shown={items.length} total={total} />
    </>
  )
}
