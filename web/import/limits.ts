/** The most of each that one import takes. */
export const limits = {
  rows: 5_000,
  columns: 100,
  pictures: 500,
  /** The size of a table, in bytes. */
  bytes: 20_000_000,
} as const
