import type { Kind } from '#web/import/state/kinds.ts'
import type { Row } from '#web/import/state/state.ts'

/** The word for each kind of row. */
export const words: Record<Kind, string> = {
  checking: 'Checking…',
  faulty: 'Needs fixing',
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  done: 'Imported',
}

export const changedByColleague = 'Changed by a colleague since the preview'

/** A row in a label: 'row 5', or by its picture. */
export const rowName = ({ id, number }: Row): string => (number === undefined ? `picture ${-id}` : `row ${number}`)
