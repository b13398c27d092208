import type { KeyboardEvent } from 'react'
import { nameOf } from '#web/shortcuts/pressed.ts'

/** Enter leads to the first input that has to be filled in and isn't yet, and sends the form once there is none: nobody walks past what is filled in already. */
export function focusNextField(event: KeyboardEvent<HTMLElement>) {
  const { nativeEvent, currentTarget } = event
  if (nameOf(nativeEvent) !== 'Enter' || event.isDefaultPrevented()) return
  const next = firstEmpty(currentTarget.closest('form'))
  // Where it stands itself, sending says what is missing.
  if (!next || next === currentTarget) return
  event.preventDefault()
  if (!event.repeat) next.focus()
}

/** The first input of a form that can't stay as empty as it is. */
export const firstEmpty = (form: HTMLFormElement | null): HTMLElement | undefined =>
  [...(form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[aria-required="true"]') ?? [])].find(
    ({ value }) => value.trim() === '',
  )
