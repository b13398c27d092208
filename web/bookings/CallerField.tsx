import { type KeyboardEvent, useRef, useState } from 'react'
import type { BookingInput, Caller } from '#contract/bookings.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { useCombobox } from '#web/components/combobox.ts'
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
  const phone = field('phoneNumber')
  const box = useRef<HTMLDivElement>(null)
  const { callers, lastNote, type, dismiss, take, awaitOne } = useCallers(field, start)
  const afterRender = useAfterRender()
  const [hasFocus, setHasFocus] = useState(false)
  const isOpen = hasFocus && callers.length > 0
  const { at: active, point, step, ...combobox } = useCombobox(isOpen ? callers.map(({ fullName }) => fullName) : [])

  function takeAndGoOn(caller: Caller) {
    take(caller)
    afterRender(() => firstEmpty(box.current?.closest('form'))?.focus())
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
        {...combobox.input}
        onChange={(number) => {
          point(undefined)
          type(number)
        }}
        onFocus={() => setHasFocus(true)}
        onBlur={() => {
          setHasFocus(false)
          phone.onBlur()
        }}
        onKeyDown={steer}
        label="Phone Number"
        type="tel"
        data-start=""
        hint={lastNote && <LastNote note={lastNote} />}
      />
      {isOpen && (
        <div
          id={combobox.listId}
          role="listbox"
          aria-label="Previous guests"
          // Positioned over the form, so that nothing moves under a click.
          className="absolute inset-x-0 top-full z-10 mt-1 animate-rise overflow-hidden rounded-card border border-line bg-surface shadow-raised"
        >
          {callers.map((caller, at) => (
            <CallerOption key={caller.fullName} option={combobox.option(at)} caller={caller} onTake={() => takeAndGoOn(caller)} />
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

/** The guest's latest note, which may apply to this booking too. */
const LastNote = ({ note }: { note: string }) => (
  <>
    Last note: <bdi className="whitespace-pre-line text-ink-2">{note}</bdi>
  </>
)
