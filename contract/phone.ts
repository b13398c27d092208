/** `Durchwahl`, extensions and how people shorten them, at the end of a number; `x` needs no space before it. */
const extensionAtEnd = /(?:\b(?:durchwahl|dw|kl(?:appe)?|apparat|app|extension|extn|ext|int)\b[\s.:=-]*|x\.?\s*)(\d{1,7})\D*$/i

/** A second number after the first: `… / +43 …`, `…, …`, `… or …`. A slash alone stands between the parts of one number. */
const nextNumber = /(?<=\d)(?:[,;]|\s+(?:or|oder|und|and)\s).*$|(?<=\d[^\d+]*)\+.*$/i

/** From so many digits on the end of a number tells whose it is, and fewer are nobody's. */
export const leastDigits = 5

/** Calling codes are prefix-free: one or two digits for these, three for all others (ITU-T E.164, list of assigned country codes). */
const callingCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * The address that dials a phone number as people write it (RFC 3966): `+43 (0) 660 123 456 - DW 1234` gives
 * `tel:+43660123456;ext=1234`. Of several numbers the first; `undefined` where there is nothing to dial.
 */
export function telLink(written: string): string | undefined {
  const { isFromAbroad, digits, extension } = partsOf(written)
  if (digits === '') return extension === undefined ? undefined : `tel:${extension}`
  return `tel:${isFromAbroad ? '+' : ''}${digits}${extension === undefined ? '' : `;ext=${extension}`}`
}

/**
 * The digits that a number has however it is written: `030 12345`, `+49 (0)30/123-45` and `0049 30 12345` all give `3012345`. Without what
 * is dialled before them, and without an extension; '' where there are none.
 */
export const ownDigits = (written: string): string => numberOf(written).own

/**
 * Whether two numbers are the same as far as can be told: the one ends with the other, and they aren't of two countries. Numbers of
 * fewer than `leastDigits` have to be equal.
 */
export function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a.country !== undefined && b.country !== undefined && a.country !== b.country) return false
  if (Math.min(a.own.length, b.own.length) < leastDigits) return a.own !== '' && a.own === b.own
  return a.own.endsWith(b.own) || b.own.endsWith(a.own)
}

/**
 * A number that was typed in one go, in groups that an eye can hold: `03012345` is shown as `030 123 45`, `+493012345` as `+49 301 2345`.
 * Whatever has groups of its own, or words, stays as it is; digits are never changed.
 */
export function grouped(written: string): string {
  const [, before = '', rest] = /^(\+|00(?=[1-9]))?(\d{7,})$/.exec(written) ?? []
  if (rest === undefined) return written
  const code = before === '' ? '' : (callingCode.exec(rest)?.[0] ?? '')
  const groups = rest.slice(code.length).match(/\d{3}(?=\d{2})|\d+/g) ?? []
  return [before + code, ...groups].filter(Boolean).join(' ')
}

function numberOf(written: string): { country: string | undefined; own: string } {
  const { isFromAbroad, digits } = partsOf(written.normalize('NFKC'))
  const country = isFromAbroad ? callingCode.exec(digits)?.[0] : undefined
  return { country, own: digits.slice(country?.length ?? 0).replace(/^0+/, '') }
}

/** The digits that are dialled, after the + or its 00 where one stands before them, and the extension after that. */
function partsOf(written: string) {
  const [whole = '', extension] = extensionAtEnd.exec(written) ?? []
  const number = written.slice(0, written.length - whole.length).replace(nextNumber, '')
  // The 0 of "+43 (0) 660" is only dialled inside the country.
  const [, prefix, national = ''] = /^([^\d+]*(?:\+|00(?=[\s(/-]*[1-9])))?(.*)$/s.exec(number) ?? []
  const digits = (prefix ? national.replace(/\(\s*0\s*\)/, '') : national).replace(/\D/g, '')
  return { isFromAbroad: prefix !== undefined, digits, extension }
}
