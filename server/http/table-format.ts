import type { IncomingHttpHeaders } from 'node:http'

/** The forms of a list that are files. */
export type TableFormat = 'csv' | 'xlsx'

/** The content types of the formats. */
export const tableTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<TableFormat, string>

/** Returns the format for which the caller asks; `undefined` for JSON. */
export function tableFormat({ accept = '' }: IncomingHttpHeaders): TableFormat | undefined {
  if (accept.toLowerCase().includes(tableTypes.xlsx)) return 'xlsx'
  return /\btext\/csv\b/i.test(accept) ? 'csv' : undefined
}
