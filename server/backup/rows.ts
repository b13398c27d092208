import { UnusableArchive } from './archive.ts'
import type { Row } from './tables.ts'

/** In bytes: the longest row that users can make has a tenth of it. */
const longestRow = 8 * 1024 * 1024
const lineBreak = 10
const utf8 = new TextDecoder()

/** Yields the rows of a part of a table: each is a line of JSON. Throws `UnusableArchive` for an invalid or oversized line. */
export function* rowsIn(path: string, content: Uint8Array): Generator<Row, undefined> {
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf(lineBreak, start)
    const end = found === -1 ? content.length : found
    if (end - start > longestRow) throw new UnusableArchive(`${path} contains a row that is too large for a MovieBox backup.`)
    yield rowIn(path, utf8.decode(content.subarray(start, end)))
    start = end + 1
  }
  return undefined
}

function rowIn(path: string, line: string): Row {
  try {
    const row: unknown = JSON.parse(line)
    if (isRow(row)) return row
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UnusableArchive(`${path} is damaged: a row can't be read.`)
}

const isRow = (given: unknown): given is Row =>
  typeof given === 'object' &&
  given !== null &&
  Object.values(given).every((value) => value === null || typeof value === 'string' || typeof value === 'number')
