import type { CompositionEvent, InputEvent } from 'react'

/**
 * For an input: what was typed becomes upper case before anybody reads it, and the caret stays where it is. Letters that a keyboard still composes
 * are left alone until they are done, or it would write them anew beside the changed ones; of their upper case only `onChange` tells.
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
