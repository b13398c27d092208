import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Booking, bookingStatuses } from '#contract/bookings.ts'
import { focusOnceShown, type MenuPlace, menuPlaceAt, steerMenu } from '#web/components/popover-menu.ts'
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
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<MenuPlace>()
  const { status, change } = useStatusChange(booking)
  const isOpen = place !== undefined

  useEffect(() => {
    if (!isOpen) return
    const top = button.current?.getBoundingClientRect().top
    // The menu would not scroll with its button. The listener also receives events of earlier scrolling.
    const close = () => button.current?.getBoundingClientRect().top !== top && menu.current?.hidePopover()
    addEventListener('scroll', close, { capture: true })
    return () => removeEventListener('scroll', close, { capture: true })
  }, [isOpen])

  const set = (next: number) => {
    if (next !== status) void change(next)
  }
  const byKey = (next: number) => () => hasKeys && focusedRow() === booking._id && set(next)
  useShortcuts({ 1: byKey(0), 2: byKey(1), 3: byKey(2) })

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={`${bookingStatuses[status]}: change status for ${booking.fullName}`}
        className="relative z-1 -my-1 inline-flex min-h-7 items-center gap-0.5 rounded-full text-ink-3 hover:text-ink pointer-coarse:-my-3 pointer-coarse:min-h-11"
      >
        <StatusBadge status={status} />
        <ChevronDown size={12} />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={`Status for ${booking.fullName}`}
        style={place}
        className="popover min-w-40 p-1"
        onKeyDown={steer}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') flushSync(() => setPlace(menuPlaceAt(button.current, bookingStatuses.length)))
        }}
        onToggle={({ newState }) => newState === 'closed' && setPlace(undefined)}
      >
        {isOpen &&
          bookingStatuses.map((name, each) => (
            <button
              key={name}
              ref={each === status ? focusOnceShown : undefined}
              type="button"
              role="menuitemradio"
              aria-checked={each === status}
              tabIndex={-1}
              className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-sunk pointer-coarse:min-h-11"
              onClick={() => {
                menu.current?.hidePopover()
                set(each)
              }}
            >
              <Check size={14} className={each === status ? '' : 'invisible'} />
              {name}
            </button>
          ))}
      </div>
    </>
  )
}

/** A digit chooses a status; the other keys are those of every menu. */
function steer(event: KeyboardEvent<HTMLElement>) {
  event.currentTarget.querySelectorAll('button')[Number(event.key) - 1]?.click()
  steerMenu(event)
}
