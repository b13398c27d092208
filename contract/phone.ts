/** `Durchwahl`, extensions and how people shorten them, at the end of a number; `x` needs no space before it. */
const extensionAtEnd = /(?:\b(?:durchwahl|dw|kl(?:appe)?|apparat|app|extension|extn|ext|int)\b[\s.:=-]*|x\.?\s*)(\d{1,7})\D*$/i

/** A second number after the first: `… / +43 …`, `…, …`, `… or …`. A slash alone stands between the parts of one number. */
const nextNumber = /(?<=\d)(?:[,;]|\s+(?:or|oder|und|and)\s).*$|(?<=\d[^\d+]*)\+.*$/i

/**
 * The address that dials a phone number as people write it (RFC 3966): `+43 (0) 660 123 456 - DW 1234` gives
 * `tel:+43660123456;ext=1234`. Of several numbers the first; `undefined` where there is nothing to dial.
 */
export function telLink(written: string): string | undefined {
  const [whole = '', extension] = extensionAtEnd.exec(written) ?? []
  const number = written.slice(0, written.length - whole.length).replace(nextNumber, '')
  // The 0 of "+43 (0) 660" is only dialled inside the country.
  const [, prefix, national = ''] = /^([^\d+]*(?:\+|00(?=[\s(/-]*[1-9])))?(.*)$/s.exec(number) ?? []
  const digits = (prefix ? national.replace(/\(\s*0\s*\)/, '') : national).replace(/\D/g, '')
  if (digits === '') return extension === undefined ? undefined : `tel:${extension}`
  return `tel:${prefix ? '+' : ''}${digits}${extension === undefined ? '' : `;ext=${extension}`}`
}
