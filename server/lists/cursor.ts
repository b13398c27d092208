import { createHash } from 'node:crypto'
import { invalid } from '#server/refusals.ts'

/** A place in a list: what its order goes by in the last item that was shown, the id last. `list` and `order` are those that it is a place of. */
export type Place = { list: string; order: string; at: readonly (string | number)[] }

/** The place as text for a query. A cursor from elsewhere, or one that somebody changed, is none. */
export function cursorOf(place: Place): string {
  const text = JSON.stringify(place.at)
  return Buffer.from(`${seal(place, text)}${text}`).toString('base64url')
}

/** What `cursorOf` made a cursor of: so many values. Refuses (422) what isn't one of this list in this order. */
export function placeOf(cursor: string, of: Omit<Place, 'at'>, length: number): readonly (string | number)[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [sealed, at] = [text.slice(0, sealLength), text.slice(sealLength)]
  const values = sealed === seal(of, at) ? read(at) : undefined
  if (!Array.isArray(values) || values.length !== length || !values.every(isValue))
    throw invalid({ after: 'This is no place in this list. Begin with its first page.' })
  return values
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands in a column: PostgreSQL takes no text with a zero in it. */
const isValue = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && !value.includes('\0'))

const sealLength = 8
/** Raised where places change their meaning, as with other sort keys: cursors of before are refused then. */
const edition = 2

/** Tells mistakes, no more: a cursor opens nothing that its list doesn't show anyway. Whoever takes the trouble can forge one. */
const seal = ({ list, order }: Omit<Place, 'at'>, text: string) =>
  createHash('sha256')
    .update(JSON.stringify([edition, list, order, text]))
    .digest('base64url')
    .slice(0, sealLength)
