import { importLimits } from '#contract/imports.ts'

/** The most of each that one import takes. */
export const limits = {
  rows: importLimits.rows,
  columns: 100,
  pictures: 500,
  /** The size of a table, in bytes. */
  bytes: 20_000_000,
} as const
