import { type RawBuilder, sql } from 'kysely'

/** Returns the digits of a typed phone number, with and without "(0)", which callers from abroad omit: "+44 (0)20" is 44020 and 4420. */
export const digitsOf = (typed: string): string[] => [
  ...new Set([typed, typed.replaceAll('(0)', '')].map((number) => number.normalize('NFKC').replace(/\D/g, ''))),
]

/**
 * Returns a SQL expression for the digits of a row's phone numbers, separated by spaces. Bookings have a column for them; other tables derive
 * them from the typed text.
 */
export const digitsColumn = (table: string, field: string): RawBuilder<string> =>
  table === 'bookings'
    ? sql.ref('phoneDigits')
    : sql`(${strip(sql.ref(field))} || ' ' || ${strip(sql`replace(${sql.ref(field)}, '(0)', '')`)})`

const strip = (text: RawBuilder<unknown>) => [...' +-/().'].reduce((rest, sign) => sql`replace(${rest}, ${sql.lit(sign)}, '')`, text)
