import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { BookingInput, Caller } from '#contract/bookings.ts'
import { TextField } from '#web/forms/fields/Field.tsx'
import type { Fields } from '#web/forms/useForm.ts'
import { nameOf } from '#web/shortcuts/pressed.ts'
import { CallerOption } from './CallerOption.tsx'
import { useCallers } from './callers.ts'
import { firstEmpty, focusNextField } from './enter-to-next-field.ts'

/**
 * The phone number of a new booking. Earlier guests with the number are offered below; Enter takes one and goes on to the next empty field
 * (a combobox with automatic selection: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function CallerField({ field, start }: { field: Fields<BookingInput>; start: BookingInput }) {
  const id = useId()
  const phone = field('phoneNumber')
  const box = useRef<HTMLDivElement>(null)
  const { callers, active, lastNote, type, step, dismiss, take, awaitOne } = useCallers(field, start)
  const [hasFocus, setHasFocus] = useState(false)
  const isOpen = hasFocus && callers.length > 0

  function takeAndGoOn(caller: Caller) {
    take(caller)
    firstEmpty(box.current?.closest('form') ?? null)?.focus()
  }

  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: dismiss,
    Enter: () => callers[active] && takeAndGoOn(callers[active]),
  }

  function steer(event: KeyboardEvent<HTMLElement>) {
    const act = isOpen && !event.repeat ? keys[nameOf(event.nativeEvent) ?? ''] : undefined
    if (!act) {
      focusNextField(event)
      if (event.isDefaultPrevented()) awaitOne()
      return
    }
    event.preventDefault()
    act()
  }

  return (
    <div ref={box} className="relative">
      <TextField
        {...phone}
        onChange={type}
        onFocus={() => setHasFocus(true)}
        onBlur={() => {
          setHasFocus(false)
          phone.onBlur()
        }}
        onKeyDown={steer}
        label="Phone Number"
        type="tel"
        autoComplete="off"
        data-start=""
        hint={lastNote && <LastNote note={lastNote} />}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
      />
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label="Previous guests"
          // Positioned over the form, so that nothing moves under a click.
          className="absolute inset-x-0 top-full z-10 mt-1 animate-rise overflow-hidden rounded-card border border-line bg-surface shadow-raised"
        >
          {callers.map((caller, at) => (
            <CallerOption
              key={caller.fullName}
              id={`${id}-${at}`}
              caller={caller}
              isActive={at === active}
              onTake={() => takeAndGoOn(caller)}
            />
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen &&
          `${callers.length === 1 ? '1 guest has' : `${callers.length} guests have`} booked with this number. Press Enter to fill in the details.`}
      </p>
    </div>
  )
}

/** The guest's latest note: it may hold for this booking too. */
const LastNote = ({ note }: { note: string }) => (
  <>
    Last note: <bdi className="whitespace-pre-line text-ink-2">{note}</bdi>
  </>
)
