import { createHash } from 'node:crypto'
import { invalid } from '#server/errors.ts'

/** A position in a list. `at` holds the sort values of the last item shown, the id last; `list` and `order` name the list and its order. */
export type Place = { list: string; order: string; at: readonly (string | number)[] }

/** Returns the position as a cursor for a query. `placeOf` rejects a cursor of another list or order, and a changed one. */
export function cursorOf(place: Place): string {
  const text = JSON.stringify(place.at)
  return Buffer.from(`${seal(place, text)}${text}`).toString('base64url')
}

/** Returns the `length` values that `cursorOf` encoded. Throws a 422 for any other text, and for a cursor of another list or order. */
export function placeOf(cursor: string, of: Omit<Place, 'at'>, length: number): readonly (string | number)[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [sealed, at] = [text.slice(0, sealLength), text.slice(sealLength)]
  const values = sealed === seal(of, at) ? read(at) : undefined
  if (!Array.isArray(values) || values.length !== length || !values.every(isValue))
    throw invalid({ after: 'This cursor does not belong to this list. Start again from the first page.' })
  return values
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a column can hold the value: PostgreSQL accepts no text with a zero character. */
const isValue = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && !value.includes('\0'))

const sealLength = 8
/** The version of the cursor format. Raise it when positions change their meaning, as with new sort keys: older cursors are then rejected. */
const edition = 2

/** Returns a checksum against mistakes, not against forgery: a forged cursor shows nothing that its list doesn't show anyway. */
const seal = ({ list, order }: Omit<Place, 'at'>, text: string) =>
  createHash('sha256')
    .update(JSON.stringify([edition, list, order, text]))
    .digest('base64url')
    .slice(0, sealLength)
