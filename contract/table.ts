import type * as z from 'zod/mini'
import { inTrash } from './endpoint.ts'
import { record } from './fields.ts'

/** The columns of a table of such items: their own fields first, in their order; with `trash`, when and by whom they were deleted as well. */
export function tableFields(item: z.ZodMiniObject, trash = false): string[] {
  const fields = Object.keys(item.shape).filter((name) => trash || !(name in inTrash))
  const isOwn = (name: string) => !(name in record || name in inTrash)
  return [...fields.filter(isOwn), ...fields.filter((name) => !isOwn(name))]
}

/** The head of a table as CSV. The mark before it tells a spreadsheet that this is UTF-8. */
export const tableHead = (fields: readonly string[]): string => `\ufeff${tableLine(fields)}`

/** The lines of items as CSV, for these columns. */
export const tableLines = (items: readonly object[], fields: readonly string[]): string =>
  items.map((item) => tableLine(fields.map((field) => (item as Record<string, unknown>)[field]))).join('')

/** RFC 4180: comma, quotes that are doubled inside, CR and LF at the end. What ends a cell elsewhere is quoted too: no formula begins behind it. */
const tableLine = (cells: readonly unknown[]) => `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text)

/** A spreadsheet reads a cell that begins like this as a formula (OWASP, CSV Injection). */
const looksLikeFormula = /^[=+\-@\t\r]/

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
