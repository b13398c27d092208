import { type RefObject, useEffect } from 'react'

/** Focuses the first input of a form, except on touch screens, where a keyboard would cover the page. */
export function focusFirstInput(form: HTMLFormElement | null) {
  if (!matchMedia('(pointer: coarse)').matches) focusStart(form)
}

/** The input that is marked with `data-start`, or else the first one. */
export function focusStart(form: HTMLFormElement | null, options: FocusOptions = { preventScroll: true }) {
  const inputs = controlsOf(form).filter((control) => control.matches(':is(input, select, textarea):not([hidden])'))
  const start = inputs.find((input) => 'start' in input.dataset) ?? inputs[0]
  start?.focus(options)
}

/** Focuses the first field with a mistake. */
export const focusMistake = (form: HTMLFormElement | null): void =>
  controlsOf(form)
    .find((control) => control.matches('[aria-invalid="true"], [data-invalid="true"]'))
    ?.focus()

/** The inputs, buttons and groups of a form, in document order. */
export const controlsOf = (form: HTMLFormElement | null | undefined): HTMLElement[] =>
  [...(form?.elements ?? [])].filter((each) => each instanceof HTMLElement)

/** Focuses the first input when a form opens, after the dialog around it has focused its first button. */
export function useFocusFirstInput(form: RefObject<HTMLFormElement | null>, focus = focusFirstInput): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => focus(form.current), [form])
}
