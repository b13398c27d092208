import { importLimits } from '#contract/imports.ts'
import type { Row } from '#web/import/state/state.ts'
import type { RowTexts } from './calls.ts'

/** The most bytes of the rows in one call. The rest of the body has room beside them. */
const mostBytes = importLimits.bytesPerCall - 4096
/** A text of this length is too long for every field, in characters. */
const tooLong = 30_000

const encoder = new TextEncoder()
const bytesOf = (sent: RowTexts) => encoder.encode(JSON.stringify(sent)).length + 80

/** Returns the first of these rows that fit into one call, at most `most`. */
export function rowsThatFit(rows: readonly Row[], most: number, sentOf: (row: Row) => RowTexts): Row[] {
  const fitting: Row[] = []
  let bytes = 0
  for (const row of rows.slice(0, most)) {
    bytes += bytesOf(sentOf(row))
    if (bytes > mostBytes && fitting.length > 0) break
    fitting.push(row)
  }
  return fitting
}

/** Returns a row that fits into one call: of one that doesn't, the texts that are too long for every field are cut. */
export function withinLimit(sent: RowTexts): RowTexts {
  if (bytesOf(sent) <= mostBytes) return sent
  return Object.fromEntries(Object.entries(sent).map(([field, text]) => [field, text.slice(0, tooLong)]))
}
