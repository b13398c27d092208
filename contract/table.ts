import type * as z from 'zod/mini'
import { inTrash } from './endpoint.ts'
import { record } from './fields.ts'
import type { Separator } from './listing.ts'

/** Returns the columns of a table of these items: their own fields first, in order; with `trash`, also the time and user of the deletion. */
export function tableFields(item: z.ZodMiniObject, trash = false): string[] {
  const fields = Object.keys(item.shape).filter((name) => trash || !(name in inTrash))
  const isOwn = (name: string) => !(name in record || name in inTrash)
  return [...fields.filter(isOwn), ...fields.filter((name) => !isOwn(name))]
}

/** Returns the CSV header. The byte order mark in front tells a spreadsheet that the file is UTF-8. */
export const tableHead = (fields: readonly string[], separator: Separator = ','): string => `\ufeff${tableLine(fields, separator)}`

/** Returns the items as CSV lines with these columns. */
export const tableLines = (items: readonly object[], fields: readonly string[], separator: Separator = ','): string =>
  items
    .map((item) =>
      tableLine(
        fields.map((field) => (item as Record<string, unknown>)[field]),
        separator,
      ),
    )
    .join('')

/** A CSV line by RFC 4180: doubled quotes, CR and LF. All separators are quoted, also those of other dialects: no formula can begin after one. */
const tableLine = (cells: readonly unknown[], separator: Separator) =>
  `${cells.map((cell) => quoted(textOf(cell))).join(separator === 'tab' ? '\t' : separator)}\r\n`

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text)

/**
 * A spreadsheet reads a cell that begins like this as a formula (OWASP, CSV Injection). An apostrophe in front makes it a text; a text that has
 * apostrophes there gets one more, so that `cellText` returns each text.
 */
const looksLikeFormula = /^'*[=+\-@\t\r]/

/** Returns the text that an export wrote as this cell. */
export const cellText = (cell: string): string => (cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell)

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text =
    typeof cell === 'string'
      ? cell
      : Array.isArray(cell) && cell.every((each) => typeof each === 'string')
        ? cell.join(', ')
        : JSON.stringify(cell)
  return looksLikeFormula.test(text) ? `'${text}` : text
}
