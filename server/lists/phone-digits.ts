import { type RawBuilder, sql } from 'kysely'

/** The digits of a phone number as it was typed, and as it is dialled from abroad: "+44 (0)20" is 44020 and 4420. */
export const digitsOf = (typed: string): string[] => [
  ...new Set([typed, typed.replaceAll('(0)', '')].map((number) => number.normalize('NFKC').replace(/\D/g, ''))),
]

/** The digits of the phone numbers of a row, separated by spaces: bookings keep them in a column, other tables have only what was typed. */
export const digitsColumn = (table: string, field: string): RawBuilder<string> =>
  table === 'bookings'
    ? sql.ref('phoneDigits')
    : sql`(${strip(sql.ref(field))} || ' ' || ${strip(sql`replace(${sql.ref(field)}, '(0)', '')`)})`

const strip = (text: RawBuilder<unknown>) => [...' +-/().'].reduce((rest, sign) => sql`replace(${rest}, ${sql.lit(sign)}, '')`, text)
