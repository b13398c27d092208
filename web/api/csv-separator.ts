import type { Separator } from '#contract/listing.ts'

/** The separator that this browser's spreadsheets expect: a semicolon where numbers have a decimal comma. */
export const csvSeparator = (): Separator => ((0.5).toLocaleString().includes(',') ? ';' : ',')
