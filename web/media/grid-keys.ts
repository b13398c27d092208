import type { KeyboardEvent } from 'react'

const buttonsIn = (grid: Element | null) => [...(grid?.querySelectorAll('button') ?? [])]

export const focusFirst = (grid: Element | null): void => buttonsIn(grid)[0]?.focus()

/** Moves the focus between the buttons of a grid with the arrow keys, Home and End. The number of columns is read from the screen. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const buttons = buttonsIn(event.currentTarget)
  const at = buttons.findIndex((button) => button.matches(':focus'))
  const [first] = buttons
  if (at === -1 || !first) return
  const top = (button: Element) => button.getBoundingClientRect().top
  const columns = buttons.filter((button) => top(button) === top(first)).length
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at, End: buttons.length - 1 - at }
  const step = Object.entries(steps).find(([key]) => key === event.key)?.[1]
  if (step === undefined) return
  event.preventDefault()
  const next = buttons[at + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
