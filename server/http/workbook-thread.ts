import { parentPort } from 'node:worker_threads'
import writeWorkbook from 'write-excel-file/node'
import type { Cell, Dated } from '#contract/sheet.ts'

/** A new sheet with these headings; rows of the last sheet; or the order to write the workbook. */
export type Part = { sheet: string; headings: readonly string[] } | { rows: readonly (readonly Cell[])[] } | 'write'

type Written = Exclude<Parameters<typeof writeWorkbook>[0], undefined>
type Sheet = { sheet: string; stickyRowsCount: 1; widths: number[]; data: unknown[][] }

const sheets: Sheet[] = []

const formats: Record<Dated['as'], string> = { day: 'yyyy-mm-dd', time: 'hh:mm', moment: 'yyyy-mm-dd hh:mm' }
/** The widths of columns, in characters. */
const width = { least: 8, most: 50, moment: 17 }
/** The most characters of a cell in Excel. */
const longestText = 32_767

/** A text that a spreadsheet would take for a number or a formula once a user edits the cell. */
const isLikeNumber = /^[\s\d+\-=@(.,]/

parentPort?.on('message', async (part: Part) => {
  if (part === 'write') {
    const bytes = await write()
    return parentPort?.postMessage(bytes, [bytes.buffer])
  }
  if ('sheet' in part) {
    const data = [part.headings.map((value) => ({ value, fontWeight: 'bold' }))]
    sheets.push({ sheet: part.sheet, stickyRowsCount: 1, widths: part.headings.map(({ length }) => length + 2), data })
    return
  }
  const sheet = sheets.at(-1)
  for (const row of part.rows) sheet?.data.push(row.map((cell, at) => written(cell, sheet.widths, at)))
})

function written(cell: Cell, widths: number[], at: number) {
  const length = typeof cell === 'string' ? cell.length + 2 : typeof cell === 'number' ? 10 : width.moment
  if (cell !== null && length > (widths[at] ?? 0)) widths[at] = length
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell !== 'string') return { value: cell.serial, type: Number, format: formats[cell.as] }
  const value = escaped(cell.length > longestText ? `${cell.slice(0, longestText - 1)}…` : cell)
  return isLikeNumber.test(cell) ? { value, type: String, format: '@' } : { value, type: String }
}

/**
 * Escapes texts that a reader would decode: `_x0041_` is an A in this format. The library looks texts up in an object, where it would find the names
 * that every object has, such as `constructor`: these get a blank at the end.
 */
const escaped = (text: string) => (text in Object.prototype ? `${text} ` : text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'))

async function write(): Promise<Uint8Array<ArrayBuffer>> {
  const all = sheets.map(({ widths, ...sheet }) => ({
    ...sheet,
    columns: widths.map((each) => ({ width: Math.min(Math.max(each, width.least), width.most) })),
  }))
  return new Uint8Array(await writeWorkbook(all as unknown as Written).toBuffer())
}
