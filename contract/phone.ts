/** The fewest digits of a number's end that identify it. Fewer digits match too many people. */
export const leastDigits = 5

/** Calling codes are prefix-free: one or two digits for these, three for all others (ITU-T E.164, list of assigned country codes). */
const callingCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** Returns the number of digits in a text, in any script. */
export const digitCount = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

/**
 * Splits a number that was typed without gaps into readable groups: `03012345` becomes `030 123 45`, `+493012345` becomes `+49 301 2345`. A number
 * with groups or words of its own is returned unchanged. Digits never change.
 */
export function grouped(written: string): string {
  const [, before = '', rest] = /^(\+|00(?=[1-9]))?(\d{7,})$/.exec(written) ?? []
  if (rest === undefined) return written
  const code = before === '' ? '' : (callingCode.exec(rest)?.[0] ?? '')
  const groups = rest.slice(code.length).match(/\d{3}(?=\d{2})|\d+/g) ?? []
  return [before + code, ...groups].filter(Boolean).join(' ')
}
