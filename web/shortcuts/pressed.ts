export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

/**
 * What is pressed, as shortcuts are written: 'n', '?', 'Shift+x', 'Ctrl+Shift+Enter'; `undefined` for what is none of ours, as in the middle of a word
 * that a keyboard composes. A sign says nothing of Shift, which some keyboards need for it and others don't. Where a keyboard has other letters than
 * ours, the place of the key counts.
 */
export function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing }: Pressed): string | undefined {
  if (isComposing || altKey || (ctrlKey && metaKey)) return undefined
  const place = /^Key([A-Z])$/.exec(code)?.[1]
  const sign = key.length === 1 ? (/[\x20-\x7e]/.test(key) ? key : (place ?? key)).toLowerCase() : key
  const isLetter = sign !== sign.toUpperCase()
  return [(ctrlKey || metaKey) && 'Ctrl', shiftKey && (isLetter || sign.length > 1) && 'Shift', sign].filter(Boolean).join('+')
}

/** Whether the key types a character: a letter, a digit or a sign. */
export const isWritten = (name: string): boolean => /^(?:Shift\+)?.$/u.test(name)
