import { createHash } from 'node:crypto'
import type { ListRequest } from '#contract/listing.ts'
import { invalid } from '#server/errors.ts'

/** A position in a list. `at` holds the sort values of the last item shown, the id last; `list` and `order` name the list and its order. */
export type Place = { list: string; order: string; at: readonly (string | number)[] }

/** The size of a page in bytes; the page ends before the row that exceeds it. A thousand of the longest records would take 60 MB. */
const mostBytes = 1_000_000

/** Returns the rows that fit on one page, at least the first row. */
export function firstOf<Row>(rows: Row[]): Row[] {
  let bytes = 0
  const tooMany = rows.findIndex((row, at) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return at > 0 && bytes > mostBytes
  })
  return tooMany === -1 ? rows : rows.slice(0, tooMany)
}

/**
 * Returns the position after which the requested page of `list` begins, and a function that cuts the page from the rows that were read: one more than
 * `limit` if there is a next page. `columns` sort the list, the id last. Throws a 422 for a cursor of another list or order.
 */
export function keysetPage(
  list: string,
  { order, after, limit }: Pick<ListRequest, 'order' | 'after' | 'limit'>,
  columns: readonly string[],
) {
  const place = { list, order }
  return {
    after: after === undefined ? undefined : placeOf(after, place, columns.length),
    cut<Row extends object>(rows: Row[]): { shown: Row[]; next: string | undefined } {
      const shown = firstOf(rows.slice(0, limit))
      const last = shown.at(-1) as Record<string, string | number> | undefined
      const hasNext = rows.length > shown.length
      return { shown, next: hasNext && last ? cursorOf({ ...place, at: columns.map((column) => last[column] ?? '') }) : undefined }
    },
  }
}

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
