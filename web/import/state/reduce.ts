import { recordId } from '#contract/fields.ts'
import { columnsOf, headingRow } from '#web/import/columns/headings.ts'
import { limits } from '#web/import/limits.ts'
import { matchPictures, withColumns } from '#web/import/pictures/match.ts'
import type { TableRow } from '#web/import/reading/table.ts'
import type { Check } from './check.ts'
import { isUnder } from './kinds.ts'
import { columnOf, type Filter, type ImportState, nothingRead, type Row, type Uploaded, withCell } from './state.ts'

/** The outcome of a row. `cells` and `mapping`: what it was about; a row that was edited meanwhile ignores it. */
export type Checked = { id: number; cells: readonly string[]; check: Check }

/** The outcome of a row in the import. 'unknown': the server may have written the row. */
export type Written = { id: number; outcome: NonNullable<Row['done']> | 'stale' | 'unknown' | { errors: Readonly<Record<string, string>> } }

export type Action =
  | { kind: 'table'; source: string; rows: readonly TableRow[] }
  | { kind: 'headings'; hasHeadings: boolean }
  | { kind: 'mapped'; at: number; field: string }
  | { kind: 'key'; key: string }
  | { kind: 'pictures'; files: readonly File[] }
  | { kind: 'problem'; problem: string | undefined }
  | { kind: 'typed'; id: number; field: string; text: string }
  | { kind: 'left input'; id: number }
  | { kind: 'opened'; id: number; isOpen: boolean }
  | { kind: 'left out'; ids: readonly number[]; isLeftOut: boolean }
  | { kind: 'checked'; mapping: number; rows: readonly Checked[] }
  | { kind: 'uploaded'; picture: number; outcome: Uploaded }
  | { kind: 'written'; rows: readonly Written[] }
  | { kind: 'undone' }
  | { kind: 'reported'; report: string | undefined }
  | { kind: 'filtered'; filter: Filter }
  | { kind: 'paged'; page: number }
  | { kind: 'started over' }

/** Returns the state after an action. */
export function reduce(state: ImportState, action: Action): ImportState {
  switch (action.kind) {
    case 'table':
      return withTable({ ...state, source: action.source, table: action.rows }, headingRow(action.rows, state.target.fields))
    case 'headings':
      return withTable(state, action.hasHeadings ? (headingRow(state.table, state.target.fields) ?? 0) : undefined)
    case 'mapped':
      return remapped(state, action)
    case 'key':
      return unchecked({ ...state, key: action.key })
    case 'pictures':
      return withPictures(state, action.files)
    case 'problem':
      return { ...without(state, 'problem'), ...(action.problem !== undefined && { problem: action.problem }) }
    case 'typed':
      return changeRow(withColumns(state, [action.field]), action.id, (row, { columns }) => ({
        cells: withCell(row.cells, columnOf({ columns }, action.field), action.text),
        isChecked: false,
        isTyping: true,
      }))
    case 'left input':
      return changeRow(state, action.id, () => ({ isTyping: false }))
    case 'opened':
      return changeRow(state, action.id, (_, { columns }) => ({
        opened: columns.map(({ field }) => field).filter((field) => action.isOpen && field !== ''),
      }))
    case 'left out':
      return leftOut(state, new Set(action.ids), action.isLeftOut)
    case 'checked':
      return action.mapping === state.mapping ? withChecks(state, action.rows) : state
    case 'uploaded':
      return { ...state, uploaded: new Map(state.uploaded).set(action.picture, action.outcome) }
    case 'written':
      return withWritten(state, action.rows)
    case 'undone':
      return unchecked({ ...state, uploaded: new Map(), rows: state.rows.map((row) => without(row, 'done')) })
    case 'reported':
      return { ...without(state, 'report'), ...(action.report !== undefined && { report: action.report }) }
    case 'filtered': {
      const shown = new Set(state.rows.filter((row) => isUnder(state, row, action.filter)).map(({ id }) => id))
      return { ...without(state, 'shown'), filter: action.filter, page: 0, ...(action.filter !== 'all' && { shown }) }
    }
    case 'paged':
      return { ...state, page: action.page }
    case 'started over':
      return nothingRead(state.target)
  }
}

/** Reads headings and rows from the table; `at` is the index of the headings. Rows that were made of pictures are made again. */
function withTable(state: ImportState, at: number | undefined): ImportState {
  const { table, target } = state
  const headings = table[at ?? 0]?.cells.map((cell) => (at === undefined ? '' : cell)) ?? []
  const rows = table.slice(at === undefined ? 0 : at + 1).map(({ number, cells }) => newRow(number, cells))
  const named = columnsOf(headings, target.fields)
  const idAt = named.findIndex(({ field }) => field === '_id')
  // Our own export has the ids: a changed title is a change of the record then, and no new one. Other tables have other numbers there.
  const hasIds = rows.some(({ cells }) => recordId.safeParse(cells[idAt]?.trim()).success)
  const columns = hasIds ? named : named.map((column, each) => (each === idAt ? { ...column, field: '' } : column))
  const key = hasIds ? '_id' : target.nameField
  return matchPictures({ ...unread(state), hasHeadings: at !== undefined, columns, key, rows, mapping: state.mapping + 1 })
}

/** The state without what was found in an earlier table. */
const unread = (state: ImportState): ImportState => ({
  ...nothingRead(state.target),
  source: state.source,
  table: state.table,
  pictures: state.pictures,
  uploaded: state.uploaded,
})

const newRow = (number: number, cells: readonly string[]): Row => ({
  id: number,
  number,
  cells,
  isLeftOut: false,
  isChecked: false,
  isTyping: false,
  opened: [],
  isStale: false,
})

/** Another column that had the field is left out from now on. */
function remapped(state: ImportState, { at, field }: { at: number; field: string }): ImportState {
  const columns = state.columns.map((column, each) => {
    if (each === at) return { ...column, field }
    return field !== '' && column.field === field ? { ...column, field: '' } : column
  })
  return matchPictures(unchecked({ ...state, columns }))
}

function withPictures(state: ImportState, files: readonly File[]): ImportState {
  const known = new Set(state.pictures.map(({ file }) => nameOf(file)))
  const others = files.filter((file) => !known.has(nameOf(file)))
  const room = limits.pictures - state.pictures.length
  const added = others.slice(0, room).map((file, at) => ({ id: state.pictures.length + at + 1, file }))
  const next = matchPictures({ ...state, pictures: [...state.pictures, ...added] })
  const problem = `One import takes at most ${limits.pictures} pictures. ${others.length - room} were left out: import them afterwards.`
  return others.length > room ? { ...next, problem } : next
}

const nameOf = ({ name, size, webkitRelativePath }: File) => `${webkitRelativePath || name} ${size}`

function withChecks(state: ImportState, checked: readonly Checked[]): ImportState {
  const outcomes = new Map(checked.map((each) => [each.id, each]))
  const rows = state.rows.map((row) => {
    const outcome = outcomes.get(row.id)
    return outcome && outcome.cells === row.cells ? withCheck(row, outcome.check) : row
  })
  // A field without a column gets one, so that its error has a cell.
  const faulty = checked.flatMap(({ check }) => (check.kind === 'faulty' ? Object.keys(check.errors) : []))
  return withColumns(
    { ...state, rows },
    faulty.filter((field) => Object.hasOwn(state.target.fields, field)),
  )
}

const withCheck = (row: Row, check: Check): Row => ({
  ...row,
  check,
  isChecked: true,
  // A corrected cell keeps its input, and so the focus.
  opened: check.kind === 'faulty' ? [...new Set([...row.opened, ...Object.keys(check.errors)])] : row.opened,
})

function withWritten(state: ImportState, written: readonly Written[]): ImportState {
  const outcomes = new Map(written.map(({ id, outcome }) => [id, outcome]))
  const rows = state.rows.map((row): Row => {
    const outcome = outcomes.get(row.id)
    if (outcome === undefined) return row
    if (typeof outcome === 'object') return withCheck(row, { kind: 'faulty', errors: outcome.errors })
    if (outcome === 'unknown') return { ...row, isChecked: false }
    // The next check shows the colleague's version, and the user decides again.
    return outcome === 'stale' ? { ...row, isStale: true, isLeftOut: true, isChecked: false } : { ...row, done: outcome }
  })
  return { ...state, rows }
}

const unchecked = (state: ImportState): ImportState => ({
  ...state,
  mapping: state.mapping + 1,
  rows: state.rows.map((row) => (row.done ? row : { ...row, isChecked: false })),
})

const leftOut = (state: ImportState, ids: ReadonlySet<number>, isLeftOut: boolean): ImportState => ({
  ...state,
  rows: state.rows.map((row) => (ids.has(row.id) && !row.done ? { ...row, isLeftOut } : row)),
})

function changeRow(state: ImportState, id: number, change: (row: Row, state: ImportState) => Partial<Row>): ImportState {
  return { ...state, rows: state.rows.map((row) => (row.id === id ? { ...row, ...change(row, state) } : row)) }
}

function without<Whole extends object, Name extends keyof Whole>(whole: Whole, name: Name): Omit<Whole, Name> & Whole {
  const { [name]: _, ...rest } = whole
  return rest as Omit<Whole, Name> & Whole
}
