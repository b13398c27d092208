import type * as z from 'zod/mini'
import { kinds } from '#contract/fields.ts'
import { cellText } from '#contract/table.ts'
import { dayIn, longestValue } from './days.ts'

export type Values = Record<string, unknown>
/** A sentence for each field; that of '' is about the whole row. */
export type Errors = Record<string, string>
export type Cells = Readonly<Record<string, string | undefined>>
type Shape = Readonly<Record<string, z.core.$ZodType>>

/** A value to validate, or why the cell has none. */
type Read = { value: unknown } | { error: string }
type Reader = (cell: string) => Read

/** Returns a function that turns the cells of a row into values of these fields, as their schemas expect them. */
export function cellReader(shape: Shape): (cells: Cells) => { values: Values; errors: Errors } {
  const readers = Object.entries(shape).map(([field, type]) => [field, readerOf(type)] as const)
  return (cells) => {
    const values: Values = {}
    const errors: Errors = {}
    for (const [field, reader] of readers) {
      const cell = cells[field]
      if (cell === undefined) continue
      const read = cell.startsWith('=') ? { error: isFormula } : reader(cellText(cell))
      if ('error' in read) errors[field] = read.error
      else values[field] = read.value
    }
    return { values, errors }
  }
}

export const isFormula = 'This cell is a formula. Enter the value of the formula.'

function readerOf(type: z.core.$ZodType): Reader {
  if (kinds.get(type as z.ZodMiniType)?.kind === 'day') return day
  const { def } = (type as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
      return readerOf(def.innerType)
    case 'nullable': {
      const reader = readerOf(def.innerType)
      return (cell) => (cell.trim() === '' ? { value: null } : reader(cell))
    }
    case 'union':
      return def.options.map(readerOf).find((reader) => reader !== text) ?? text
    case 'array':
      return listOf((def.element as z.core.$ZodTypes)._zod.def)
    case 'number':
      return number
    case 'boolean':
      return yesOrNo
    default:
      return text
  }
}

const text: Reader = (cell) => ({ value: cell })

const day: Reader = (cell) => {
  const read = dayIn(cell)
  return 'error' in read ? read : { value: read.day }
}

const grouped = /^[+-]?\d{1,3}(?:[.,'’\s]\d{3})+$/
const decimal = /^[+-]?\d{1,15}(?:[.,]\d{1,6})?$/

/** A number may have separators of thousands, and a percent sign. Another text is left to the schema, which refuses it. */
const number: Reader = (cell) => {
  const written = cell.length > longestValue ? cell : cell.trim().replace(/\s?%$/, '')
  if (written === '') return { value: undefined }
  if (written.length > longestValue) return { value: cell }
  if (grouped.test(written)) return { value: Number(written.replace(/[.,'’\s]/g, '')) }
  return { value: decimal.test(written) ? Number(written.replace(',', '.')) : cell }
}

const booleans = new Map<string, boolean | undefined>([
  ['', undefined],
  ...['true', 'yes', 'y', '1', 'x', 'ja', 'wahr'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'nein', 'falsch'].map((word) => [word, false] as const),
])

const yesOrNo: Reader = (cell) => {
  const word = cell.length > longestValue ? cell : cell.trim().toLowerCase()
  return { value: booleans.has(word) ? booleans.get(word) : cell }
}

/** The most entries of a list in a cell. Each list of the contract has fewer. */
const mostEntries = 1_000

/** A list is separated by line breaks or semicolons, or else by commas. The words of a choice may be written in any case. */
function listOf(element: z.core.$ZodTypes['_zod']['def']): Reader {
  const words = element.type === 'enum' ? Object.values(element.entries).map(String) : []
  const known = new Map(words.map((word) => [word.toLowerCase(), word]))
  return (cell) => {
    const entries = cell.split(/[\n\r;]/.test(cell) ? /[\n\r;]/ : ',', mostEntries + 1)
    if (entries.length > mostEntries) return { error: `A list has at most ${mostEntries.toLocaleString('en')} entries.` }
    const written = entries.map((entry) => entry.trim()).filter(Boolean)
    return { value: written.map((entry) => (entry.length > longestValue ? entry : (known.get(entry.toLowerCase()) ?? entry))) }
  }
}
