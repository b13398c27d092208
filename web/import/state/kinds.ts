import { errorsIn, sameKeyBefore } from './errors.ts'
import { columnOf, type Filter, type ImportState, type Row } from './state.ts'

/** The kind of a row as the preview shows it. */
export type Kind = 'done' | 'faulty' | 'checking' | 'new' | 'changed' | 'unchanged'

export function kindOf(state: ImportState, row: Row): Kind {
  if (row.done) return 'done'
  if (errorsIn(state).has(row.id)) return 'faulty'
  return row.isChecked && row.check ? row.check.kind : 'checking'
}

/** Whether the import writes a row. */
export function isIncluded(state: ImportState, row: Row): boolean {
  const kind = kindOf(state, row)
  return !row.isLeftOut && (kind === 'new' || kind === 'changed')
}

/** Whether rows can be matched with records: the key has a column. */
export const isMapped = (state: ImportState): boolean => columnOf(state, state.key) >= 0

/** Whether a row can be checked now. A row with the key of another row waits until one of them is changed. */
export const isDue = (state: ImportState, row: Row): boolean => !row.isChecked && !row.isTyping && !row.done && !sameKeyBefore(state, row)

const counts = new WeakMap<ImportState, Record<Kind | 'included', number>>()

/** The number of rows of each kind, and of those that the import writes. */
export function countsOf(state: ImportState): Record<Kind | 'included', number> {
  const known = counts.get(state)
  if (known) return known
  const found = { done: 0, faulty: 0, checking: 0, new: 0, changed: 0, unchanged: 0, included: 0 }
  for (const row of state.rows) {
    found[kindOf(state, row)] += 1
    if (isIncluded(state, row)) found.included += 1
  }
  counts.set(state, found)
  return found
}

/** Whether a row is under a filter. */
export const isUnder = (state: ImportState, row: Row, filter: Filter): boolean => filter === 'all' || kindOf(state, row) === filter

/** The number of rows on a page of the preview. */
export const pageSize = 50

/** The rows under the filter. */
export const shownRows = ({ rows, shown }: ImportState): readonly Row[] => (shown ? rows.filter(({ id }) => shown.has(id)) : rows)
