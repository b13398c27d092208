/** Closes all open popovers around an element. */
export function closePopovers(element: Element): void {
  let outermost: HTMLElement | undefined
  for (let popover = element.closest<HTMLElement>('[popover]'); popover; ) {
    outermost = popover
    popover = popover.parentElement?.closest<HTMLElement>('[popover]') ?? null
  }
  // A popover closes together with the ones inside.
  if (outermost?.matches(':popover-open')) outermost.hidePopover()
}
