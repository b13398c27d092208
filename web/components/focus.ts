/** Focuses the first of the `controls` in an element that the Tab key reaches. Returns whether there is one. */
export function focusFirstIn(element: Element | null | undefined, controls = 'a, button, input:enabled, select'): boolean {
  const control = element?.querySelector<HTMLElement>(`:is(${controls}):not([tabindex="-1"])`)
  control?.focus()
  return control instanceof HTMLElement
}

/** Focuses the heading of the page, for when the focused element has been removed. */
export const focusHeading = (options?: FocusOptions): void => document.querySelector('h1')?.focus(options)
