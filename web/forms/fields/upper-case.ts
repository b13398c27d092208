import type { CompositionEvent, InputEvent } from 'react'

/**
 * Props of an input that turns typed text into upper case and keeps the caret. During composition the input is left alone, because the
 * keyboard would insert the letters again; `onChange` reports them in upper case.
 */
export const inUpperCase = (onChange: (text: string) => void) => ({
  onInput({ currentTarget: input, nativeEvent }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) raise(input)
  },
  onCompositionEnd({ currentTarget: input }: CompositionEvent<HTMLInputElement>) {
    raise(input)
    onChange(input.value)
  },
})

function raise(input: HTMLInputElement) {
  const upper = input.value.toUpperCase()
  if (upper === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = upper
  input.setSelectionRange(selectionStart, selectionEnd)
}
