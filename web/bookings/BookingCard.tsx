import { type Booking, canceled } from '#contract/bookings.ts'
import { type ComingClosure, closureAt } from '#contract/closures.ts'
import { dayEndsAt } from '#web/api/chain-day.ts'
import { CardActions } from '#web/lists/CardActions.tsx'
import { SelectBox } from '#web/lists/selection/SelectBox.tsx'
import type { Selection } from '#web/lists/selection/selection.ts'
import { copyOf } from '#web/router/paths.ts'
import type { Layout } from '#web/views/layout.ts'
import { BookingRow } from './BookingRow.tsx'
import { BookingTicket } from './BookingTicket.tsx'
import { ClosedMark } from './closures/ClosedMark.tsx'
import { config } from './index.ts'
import { StatusMenu } from './StatusMenu.tsx'

/** The columns of each view, as classes. */
export const columns = { cards: 'gap-4 md:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4', rows: 'border-line border-t' }

/** Classes for two parts of a long day, whose rows follow each other without a gap. */
export const seams = { cards: 'pt-4', rows: '*:border-t-0' }

type BookingCardProps = {
  booking: Booking
  closures: readonly ComingClosure[]
  view: Layout
  selection: Selection<Booking>
  onDelete: () => void
}

/** A booking in a list, as a ticket or a row. */
export function BookingCard({ booking, closures, view, selection, onDelete }: BookingCardProps) {
  const actions = {
    name: `the booking for ${booking.fullName}`,
    editTo: config.at.edit(booking._id),
    copyTo: copyOf(config.at, booking._id),
    onDelete,
  }
  const closure = booking.status === canceled ? undefined : closureAt(closures, booking, dayEndsAt())
  const parts = {
    booking,
    mark: closure && <ClosedMark closure={closure} />,
    badge: <StatusMenu booking={booking} hasKeys={selection.items.length === 0} />,
    box: (
      <SelectBox
        name={actions.name}
        isSelected={selection.has(booking._id)}
        onToggle={(isRange) => selection.toggle(booking, isRange)}
        className={view === 'cards' && !selection.isOn ? 'select-box' : ''}
      />
    ),
    isSelected: selection.has(booking._id),
  }
  if (view === 'rows') return <BookingRow {...parts} actions={actions} />
  return (
    <BookingTicket {...parts} to={actions.editTo}>
      <CardActions {...actions} />
    </BookingTicket>
  )
}
