import type { MouseEvent } from 'react'

export const isPopoverOpen = (): boolean => document.querySelector(':popover-open') !== null

/** Closes the popover around the clicked link or button, if there is an open one. */
export function closePopover({ currentTarget }: MouseEvent<HTMLElement>) {
  const popover = currentTarget.closest<HTMLElement>('[popover]')
  if (popover?.matches(':popover-open')) popover.hidePopover()
}
