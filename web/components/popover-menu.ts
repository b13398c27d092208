import type { KeyboardEvent } from 'react'
import { moveFocus } from './move-focus.ts'

/** The distances of a corner of a menu from that of the window, in pixels. */
export type MenuPlace = { right: number; top?: number; bottom?: number }

/** The height of one item on a touch screen, and of the menu's edges with its distance to the button, in pixels. */
const heights = { item: 44, edges: 28 }

/** Returns the place below the button, or above it if there is no room below for this number of items. */
export function menuPlaceAt(button: HTMLElement | null, items: number): MenuPlace {
  const { top = 0, bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {}
  const { clientWidth, clientHeight } = document.documentElement
  const place = { right: clientWidth - right }
  const hasRoom = bottom + items * heights.item + heights.edges < clientHeight
  return hasRoom ? { ...place, top: bottom + 4 } : { ...place, bottom: clientHeight - top + 4 }
}

/**
 * Makes the browser focus this item when its popover opens (https://html.spec.whatwg.org/#popover-focusing-steps). React's `autoFocus` would call
 * `focus()` too early.
 */
export const focusOnceShown = (item: HTMLElement | null): void => item?.setAttribute('autofocus', '')

/** Moves the focus with the arrow keys, Home and End, round at both ends (https://www.w3.org/WAI/ARIA/apg/patterns/menubar/). Tab closes the menu. */
export function steerMenu(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  moveFocus(
    event,
    (key, at, { length }) => ({ ArrowDown: (at + 1) % length, ArrowUp: (at - 1 + length) % length, Home: 0, End: length - 1 })[key],
  )
}
