import type { MouseEvent } from 'react'

/** For a link in a popover: once it is followed, the popover has done its work. Where the links lie open in the bar there is none. */
export function closePopover({ currentTarget }: MouseEvent<HTMLElement>) {
  const popover = currentTarget.closest<HTMLElement>('[popover]')
  if (popover?.matches(':popover-open')) popover.hidePopover()
}
