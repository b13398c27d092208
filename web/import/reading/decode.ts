/** A reason why nothing could be read: a sentence for the user. */
export type Problem = { problem: string }

const asCsv = 'Save the workbook as CSV: in the spreadsheet, choose "Save as" and the type CSV, and import that file.'

/** The beginnings of files that aren't text, read as Latin-1. */
const formats: readonly [string, string][] = [
  ['PK\x03\x04', `Excel workbooks (.xlsx) can't be read. ${asCsv}`],
  ['\xd0\xcf\x11\xe0', `Excel workbooks (.xls) can't be read. ${asCsv}`],
  ['%PDF', "PDF files can't be read. Export the table as CSV, and import that file."],
]
const binary = "This file isn't a table. Choose a CSV file, or paste the rows."

/** Returns the text of a file in UTF-8, UTF-16 or Windows-1252, with line ends as `\n`. */
export function decode(bytes: Uint8Array): { text: string } | Problem {
  const beginning = String.fromCharCode(...bytes.subarray(0, 8))
  const format = formats.find(([magic]) => beginning.startsWith(magic))
  if (format) return { problem: format[1] }
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  return text.includes('\0') ? { problem: binary } : { text: text.replace(/\r\n?/g, '\n') }
}

/** The encoding by the byte order mark, or by the bytes of the text. `TextDecoder` removes the mark. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = zerosIn(bytes.subarray(0, 4096))
  if (zeros.odd > 0.3) return 'utf-16le'
  if (zeros.even > 0.3) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The share of zero bytes at odd and at even places: in UTF-16, half of the bytes of Latin text are zero. */
function zerosIn(bytes: Uint8Array) {
  const count = (rest: number) => bytes.filter((byte, at) => byte === 0 && at % 2 === rest).length
  const most = Math.max(bytes.length / 2, 1)
  const [even, odd] = [count(0) / most, count(1) / most]
  // A file with zeros in both places isn't text.
  return even > 0 && odd > 0 ? { even: 0, odd: 0 } : { even, odd }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
