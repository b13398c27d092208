import { limits } from '#web/import/limits.ts'
import type { Problem } from './decode.ts'
import { delimiterOf } from './delimiter.ts'

/** A row of a table: its number as a spreadsheet counts it, and its texts. */
export type TableRow = { number: number; cells: readonly string[] }
export type Table = { rows: TableRow[] }

/** Reads the rows of a table, without blank rows and without empty columns at its end. The library loads when it is first needed. */
export async function readTable(text: string): Promise<Table | Problem> {
  const { default: papa } = await import('papaparse')
  const { delimiter, body } = delimiterOf(text)
  const first = body.length < text.length ? 2 : 1
  const rows = recordsIn(papa, body, delimiter)
    .map((cells, at) => ({ number: at + first, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1), 0)
  if (rows.length === 0) return { problem: 'There are no rows. Choose a table with a heading row and a row for each record.' }
  if (width > limits.columns)
    return {
      problem: `The table has ${width} columns. Delete the columns that aren't needed, down to at most ${limits.columns}, and try again.`,
    }
  // One more is the heading row.
  if (rows.length > limits.rows + 1) return { problem: tooMany(rows.length - 1) }
  return { rows: rows.map(({ number, cells }) => ({ number, cells: Array.from({ length: width }, (_, at) => cells[at] ?? '') })) }
}

/** The sentence for a table that is too long. */
export const tooMany = (rows: number) =>
  `The table has ${rows.toLocaleString('en')} rows, and one import takes at most ${limits.rows.toLocaleString('en')}. Split the table and import the parts one after another.`

type Papa = typeof import('papaparse')

/** Excel copies cells without doubling their quotes. A table with unmatched quotes is read with and without quoting, and the straighter one is taken. */
function recordsIn(papa: Papa, text: string, delimiter: string): string[][] {
  const quoted = papa.parse<string[]>(text, { delimiter, newline: '\n' })
  if (!quoted.errors.some(({ type }) => type === 'Quotes')) return quoted.data
  const plain = papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar: '\0' }).data
  return straightness(plain) > straightness(quoted.data) ? plain : quoted.data
}

/** The share of rows that are as wide as the first one. */
const straightness = (rows: readonly string[][]) => rows.filter(({ length }) => length === rows[0]?.length).length / rows.length
