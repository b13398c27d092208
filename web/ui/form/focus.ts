/** Puts the cursor into the first input of a form, but where that would raise a keyboard over the page. */
export function focusFirstInput(form: HTMLElement | null) {
  if (matchMedia('(pointer: coarse)').matches) return
  form?.querySelector<HTMLElement>(':is(input, select, textarea):not([hidden])')?.focus({ preventScroll: true })
}
