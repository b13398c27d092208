/** Focuses an element as it appears, if the control that had the focus has gone. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}
