/** Thousands: `1000`, or groups of three digits, with one mark between them: `1.000`, `1,000,000`, `1 000`. */
const thousands = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\1\d{3})*)(?:e\d{1,2})?$/
const fraction = /^([+-]?\d+)[.,](\d+)$/

/**
 * Returns the number that a user typed; `NaN` for other text, which no schema takes. A comma is a decimal comma, unless the digits around it can only be
 * thousands: `12,5` is 12.5. `unit` may follow the number: `20 %`.
 */
export function wholeNumber(typed: string, unit = ''): number {
  const text = typed.trim()
  const number = unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text
  if (thousands.test(number)) return Number(number.replace(/[.,'’\s]/g, ''))
  const [, whole, part] = fraction.exec(number) ?? []
  return whole ? Number(`${whole}.${part}`) : Number.NaN
}
