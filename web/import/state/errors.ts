import { comparisonKey } from '#contract/text.ts'
import { imagesIn } from '#web/import/pictures/find.ts'
import { cellOf, columnOf, type ImportState, type Row } from './state.ts'

/** A sentence for each field that needs fixing; that of '' is about the whole row. */
export type Errors = Readonly<Record<string, string>>

const none: Errors = {}
const known = new WeakMap<ImportState, ReadonlyMap<number, Errors>>()

/** The errors of the rows that have any, by the rows' ids: those that the server has found, and those that only the browser can find. */
export function errorsIn(state: ImportState): ReadonlyMap<number, Errors> {
  const found = known.get(state) ?? new Map(state.rows.flatMap((row) => entryOf(row, errorsOf(state, row))))
  known.set(state, found)
  return found
}

const entryOf = (row: Row, errors: Errors): [number, Errors][] => (Object.keys(errors).length > 0 ? [[row.id, errors]] : [])

function errorsOf(state: ImportState, row: Row): Errors {
  if (row.done) return none
  const checked = row.check?.kind === 'faulty' ? row.check.errors : none
  return { ...checked, ...ownErrors(state, row), ...repeatedKey(state, row) }
}

/** The errors that no server sees: formulas that failed, and pictures that are missing or were refused. */
function ownErrors(state: ImportState, row: Row): Errors {
  const errors: Record<string, string> = {}
  for (const [at, { field }] of state.columns.entries()) {
    if (field !== '' && failed.test(row.cells[at] ?? '')) errors[field] = 'The formula in this cell failed. Enter the value.'
  }
  const { imageField, imagesField } = state.target
  for (const field of [imageField, imagesField]) {
    if (field === undefined || errors[field] !== undefined) continue
    const sentence = imageError(state, cellOf(state, row, field), field === imagesField)
    if (sentence !== undefined) errors[field] = sentence
  }
  return errors
}

/** The values that Excel shows for a formula that failed, in English and German. */
const failed = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|BEZUG!|NV|WERT!|ZAHL!|SPILL!|CALC!)$/

function imageError({ pictures, uploaded }: ImportState, cell: string, isList: boolean): string | undefined {
  for (const { text, picture, isStored } of imagesIn(cell, isList, pictures)) {
    if (isStored) continue
    if (!picture) return `There is no picture "${text.slice(0, 80)}". Add the picture, or clear the cell.`
    const outcome = uploaded.get(picture.id)
    if (outcome && 'refused' in outcome) return `${picture.file.name}: ${outcome.refused}`
  }
  return undefined
}

/** Of two rows with the same key, the second one needs fixing. */
function repeatedKey(state: ImportState, row: Row): Errors {
  const first = sameKeyBefore(state, row)
  if (!first) return none
  const label = state.target.fields[state.key]?.label ?? state.key
  const other = first.number === undefined ? 'another row' : `row ${first.number}`
  return { [state.key]: `Same ${label.toLowerCase()} as ${other}. Change one of them, or leave this row out.` }
}

/** Returns the first row with the same key, unless it is this one. */
export function sameKeyBefore(state: ImportState, row: Row): Row | undefined {
  if (row.isLeftOut) return undefined
  const first = firstWithKey(state).get(keyOf(state, row))
  return first === row ? undefined : first
}

const firsts = new WeakMap<ImportState, ReadonlyMap<string, Row>>()

/** The first row with each key, of the rows that aren't left out. */
function firstWithKey(state: ImportState): ReadonlyMap<string, Row> {
  const found = firsts.get(state)
  if (found) return found
  const rows = new Map<string, Row>()
  for (const row of state.rows) {
    const key = keyOf(state, row)
    if (key !== '' && !row.isLeftOut && !rows.has(key)) rows.set(key, row)
  }
  firsts.set(state, rows)
  return rows
}

const keys = new WeakMap<readonly string[], { at: number; key: string }>()

/** The key of a row for comparison. */
function keyOf(state: ImportState, { cells }: Row): string {
  const at = columnOf(state, state.key)
  const known = keys.get(cells)
  if (known?.at === at) return known.key
  const key = comparisonKey(cells[at] ?? '')
  keys.set(cells, { at, key })
  return key
}
