import type { KeyboardEvent } from 'react'
import { moveFocus } from '#web/components/move-focus.ts'

/** Moves the focus between the buttons of a grid with the arrow keys, Home and End. The number of columns is read from the screen. */
export const moveInGrid = (event: KeyboardEvent<HTMLElement>): void =>
  moveFocus(event, (key, at, buttons) => {
    const [first] = buttons
    if (at === -1 || !first) return undefined
    const top = (button: Element) => button.getBoundingClientRect().top
    const columns = buttons.filter((button) => top(button) === top(first)).length
    return { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0, End: buttons.length - 1 }[key]
  })
