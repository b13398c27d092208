export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

/**
 * The pressed key in the notation of shortcuts: 'n', '?', 'Shift+x', 'Ctrl+Shift+Enter'; `undefined` for other keys, as during
 * composition. Signs carry no Shift, because keyboards differ in that. Keyboards with other alphabets are read by the position of the key.
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
