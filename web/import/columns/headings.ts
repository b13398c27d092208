import { comparisonKey } from '#contract/text.ts'
import type { TableRow } from '#web/import/reading/table.ts'
import type { FieldWords } from './words.ts'

/** The fields of a collection, with their names in the API. */
export type Fields = Readonly<Record<string, FieldWords>>

/** A column of the table. `field` is '' for a column that is left out. */
export type Column = {
  heading: string
  field: string
  /** The table has no such column: its empty cells leave the stored values as they are. */
  isAdded?: true
}

/** The longest heading that is compared, in characters. */
const longest = 300

/** Returns a text for comparison, in lower case and without accents, blanks and signs. */
export const folded = (text: string): string =>
  comparisonKey(text.slice(0, longest))
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}%]/gu, '')

/** Returns the field that a heading names; '' for none. A remark in brackets doesn't count. */
export function fieldOf(heading: string, fields: Fields): string {
  const own = folded(heading)
  const withoutRemark = folded(heading.slice(0, longest).replace(/[([].*$/, ''))
  const names = Object.entries(fields)
  for (const wanted of [own, withoutRemark]) {
    if (wanted === '') continue
    // A label goes before another field's further names: "Images" may be a gallery.
    const found =
      names.find(([name, { label }]) => wanted === folded(name) || wanted === folded(label)) ??
      names.find(([, { also }]) => also.some((each) => folded(each) === wanted))
    if (found) return found[0]
  }
  return ''
}

/** So many rows at the beginning may be a title of the table above its headings. */
const mostBefore = 10

/** Returns the index of the row with the most headings that are known; `undefined` if there is none. */
export function headingRow(rows: readonly TableRow[], fields: Fields): number | undefined {
  const known = rows.slice(0, mostBefore).map(({ cells }) => new Set(cells.map((cell) => fieldOf(cell, fields)).filter(Boolean)).size)
  const most = Math.max(...known)
  const at = known.indexOf(most)
  // A title of the table may have one word that is a heading by chance.
  return most > 1 || (most === 1 && at === 0) ? at : undefined
}

/** Returns the columns of a table. Of two columns for one field the first one counts. */
export function columnsOf(headings: readonly string[], fields: Fields): Column[] {
  const taken = new Set<string>()
  return headings.map((text) => {
    const heading = text.trim()
    const field = fieldOf(heading, fields)
    if (field === '' || taken.has(field)) return { heading, field: '' }
    taken.add(field)
    return { heading, field }
  })
}
