import type { Column, Fields } from '#web/import/columns/headings.ts'
import type { TableRow } from '#web/import/reading/table.ts'
import type { Check } from './check.ts'

/** A picture that was dropped or chosen with the table. */
export type Picture = { id: number; file: File }

/** The image that a picture has become, or the reason why the server refused it. `isOurs`: the import has added it to the gallery. */
export type Uploaded = { _id: string; version: number; url: string; isOurs: boolean } | { refused: string }

export type Row = {
  id: number
  /** Its number as a spreadsheet counts it; `undefined` for a row made of a picture. */
  number: number | undefined
  /** The texts of the columns. A picture stands as its file name. */
  cells: readonly string[]
  isLeftOut: boolean
  /** The outcome of the last check. `isChecked`: it is about these cells. */
  check?: Check
  isChecked: boolean
  /** The user is in one of its inputs. */
  isTyping: boolean
  /** The fields that have an input: those that needed fixing, or all of them after "Edit". */
  opened: readonly string[]
  /** The outcome of the import. */
  done?: 'added' | 'changed' | 'unchanged'
  /** A colleague has changed the record since the preview. */
  isStale: boolean
}

export const filters = ['all', 'faulty', 'new', 'changed', 'unchanged', 'done'] as const
export type Filter = (typeof filters)[number]

/** The facts about a collection that an import needs. */
export type Target = {
  fields: Fields
  /** The field with a record's name, such as the title. */
  nameField: string
  /** The fields by which rows can be matched with records. */
  keys: readonly string[]
  /** The fields with one image, and with several. */
  imageField?: string
  imagesField?: string
  required: readonly string[]
  /** The fields with several lines. */
  long: readonly string[]
}

/** All that the import screen of a collection knows. Only `reduce` changes it. */
export type ImportState = {
  target: Target
  /** The name of the file, or 'Pasted rows'; '' while there are only pictures. */
  source: string
  /** The whole table, with its headings. */
  table: readonly TableRow[]
  hasHeadings: boolean
  columns: readonly Column[]
  /** The field by which rows are matched with records. */
  key: string
  /** Counts the changes after which all rows have to be checked again. */
  mapping: number
  rows: readonly Row[]
  pictures: readonly Picture[]
  uploaded: ReadonlyMap<number, Uploaded>
  /** Why nothing, or not all, could be read. */
  problem?: string
  /** The outcome of the last import, or of its Undo. */
  report?: string
  filter: Filter
  /** The ids of the rows under the filter. They stay until a filter is chosen, so that a corrected row doesn't vanish. */
  shown?: ReadonlySet<number>
  page: number
}

/** The state before anything is read. */
export const nothingRead = (target: Target): ImportState => ({
  target,
  source: '',
  table: [],
  hasHeadings: true,
  columns: [],
  key: target.nameField,
  mapping: 0,
  rows: [],
  pictures: [],
  uploaded: new Map(),
  filter: 'all',
  page: 0,
})

/** The index of the column of a field; -1 if it has none. */
export const columnOf = ({ columns }: Pick<ImportState, 'columns'>, field: string): number =>
  columns.findIndex((column) => column.field === field)

/** The text of a row in the column of a field; '' if it has none. */
export const cellOf = (state: Pick<ImportState, 'columns'>, row: Pick<Row, 'cells'>, field: string): string =>
  row.cells[columnOf(state, field)] ?? ''

/** Returns the cells of a row with another text in one column. */
export const withCell = (cells: readonly string[], at: number, text: string): string[] =>
  Array.from({ length: Math.max(cells.length, at + 1) }, (_, each) => (each === at ? text : (cells[each] ?? '')))
