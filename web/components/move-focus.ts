import type { KeyboardEvent } from 'react'

/** Moves the focus among the buttons of the element with the key handler. `targetOf` returns an index, or `undefined` for other keys. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  targetOf: (key: string, at: number, buttons: readonly HTMLButtonElement[]) => number | undefined,
): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  const target = targetOf(event.key, at, buttons)
  if (target === undefined) return
  event.preventDefault()
  buttons[target]?.focus({ preventScroll: true })
  buttons[target]?.scrollIntoView({ block: 'nearest' })
}
