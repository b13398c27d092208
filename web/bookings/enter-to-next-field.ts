import type { KeyboardEvent } from 'react'
import { controlsOf } from '#web/forms/focus.ts'
import { nameOf } from '#web/shortcuts/pressed.ts'

/** Enter moves to the first empty required field, and submits the form if there is none. */
export function focusNextField(event: KeyboardEvent<HTMLElement>) {
  const { nativeEvent, currentTarget } = event
  if (nameOf(nativeEvent) !== 'Enter' || event.isDefaultPrevented()) return
  const next = firstEmpty(currentTarget.closest('form'))
  // Submitting the form shows the error of the empty field.
  if (!next || next === currentTarget) return
  event.preventDefault()
  if (!event.repeat) next.focus()
}

/** The first empty required field of a form. */
export const firstEmpty = (form: HTMLFormElement | null | undefined): HTMLElement | undefined =>
  controlsOf(form).find((each) => each.ariaRequired === 'true' && 'value' in each && String(each.value).trim() === '')
