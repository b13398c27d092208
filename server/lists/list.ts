import type { Database, RecordTables } from '#server/db/schema.ts'
import { countRows } from './count.ts'
import { cursorOf, placeOf } from './cursor.ts'
import type { ListRequest } from './filters.ts'
import { orderColumns, type SortOrder } from './order.ts'
import { readPage, usualLimits } from './page.ts'
import { sqlName } from './search-index.ts'

export type ListedRows<Row> = { rows: Row[]; total: number; next: string | undefined }

/**
 * Returns one page of the requested records in their order, the total (`countRows`), and the cursor of the next page. Keyset pages repeat and
 * skip nothing while other users add and delete records. Throws a 422 if the cursor belongs to another list or order.
 */
export async function listRows<Table extends keyof RecordTables>(
  db: Database,
  query: ListRequest<Table>,
  limits = usualLimits,
): Promise<ListedRows<RecordTables[Table]>> {
  const { limit, after, total: known } = query.wanted
  const order = orderOfPage(query)
  const total = known ?? (await countRows(db, query))
  const rows = (await readPage(db, query, order, total, limits)) as RecordTables[Table][]
  const shown = firstOf(rows.slice(0, limit))
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? cursorAt(query, order, last) : undefined
  const isWhole = after === undefined && next === undefined
  return { rows: shown, total: isWhole ? shown.length : total, next }
}

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

function orderOfPage({ table, listing, wanted }: ListRequest): SortOrder {
  const order = orderColumns(listing, wanted.order)
  const place = { list: sqlName(table), order: wanted.order }
  return { ...order, after: wanted.after === undefined ? undefined : placeOf(wanted.after, place, order.columns.length) }
}

const cursorAt = ({ table, wanted }: ListRequest, { columns }: SortOrder, row: object) =>
  cursorOf({
    list: sqlName(table),
    order: wanted.order,
    at: columns.map((column) => (row as Record<string, string | number>)[column] ?? ''),
  })
