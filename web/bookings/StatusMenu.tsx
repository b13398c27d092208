import { Check, ChevronDown } from 'lucide-react'
import { type Booking, bookingStatuses } from '#contract/bookings.ts'
import { Menu } from '#web/components/Menu.tsx'
import { focusedRow } from '#web/lists/row-focus.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { useStatusChange } from './status-change.ts'

type StatusMenuProps = {
  booking: Booking
  /** Whether the digits 1 to 3 set the status while the focus is in the booking's card. */
  hasKeys: boolean
}

/** The status of a stored booking, which opens the menu that changes it. */
export function StatusMenu({ booking, hasKeys }: StatusMenuProps) {
  const { status, change } = useStatusChange(booking)
  const set = (next: number) => {
    if (next !== status) void change(next)
  }
  const byKey = (next: number) => () => hasKeys && focusedRow() === booking._id && set(next)
  useShortcuts({ 1: byKey(0), 2: byKey(1), 3: byKey(2) })
  return (
    <Menu
      label={`${bookingStatuses[status]}: change status for ${booking.fullName}`}
      menuLabel={`Status for ${booking.fullName}`}
      items={bookingStatuses.map((label, each) => ({ label, Icon: Check, isChosen: each === status, run: () => set(each) }))}
      className="relative z-1 -my-1 inline-flex min-h-7 items-center gap-0.5 rounded-full text-ink-3 hover:text-ink pointer-coarse:-my-3 pointer-coarse:min-h-11"
    >
      <StatusBadge status={status} />
      <ChevronDown size={12} />
    </Menu>
  )
}
