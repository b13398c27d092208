/** Puts the cursor where a form begins, but where that would raise a keyboard over the page. */
export function focusFirstInput(form: HTMLElement | null) {
  if (!matchMedia('(pointer: coarse)').matches) focusStart(form)
}

/** The input that is marked with `data-start`, or else the first one. */
export function focusStart(form: ParentNode | null, options: FocusOptions = { preventScroll: true }) {
  const inputs = [...(form?.querySelectorAll<HTMLElement>(':is(input, select, textarea):not([hidden])') ?? [])]
  const start = inputs.find((input) => 'start' in input.dataset) ?? inputs[0]
  start?.focus(options)
}
