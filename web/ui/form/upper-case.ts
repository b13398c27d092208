import type { InputEvent } from 'react'

/** For `onInput`: what was typed becomes upper case before anybody reads it, and the caret stays where it is. */
export function upperCase({ currentTarget: input }: InputEvent<HTMLInputElement>) {
  const upper = input.value.toUpperCase()
  if (upper === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = upper
  input.setSelectionRange(selectionStart, selectionEnd)
}
