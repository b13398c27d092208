import type { Database, RecordTables } from '#server/database/schema.ts'
import { countRows } from './count.ts'
import { cursorOf, placeOf } from './cursor.ts'
import type { ListQuery } from './filters.ts'
import { type Order, orderColumns } from './order.ts'
import { readPage, usualLimits } from './page.ts'
import { sqlName } from './search-index.ts'

export type ListedRows<Row> = { rows: Row[]; total: number; next: string | undefined }

/**
 * One page of a table's records: what is asked for, in its order, with their number (`countRows`) and the cursor of what follows. Pages go by
 * the place where the last one ended, so nothing is repeated or skipped, whatever is added and deleted meanwhile. Throws a 422 where the cursor
 * is that of another list or order.
 */
export async function listRows<Table extends keyof RecordTables>(
  db: Database,
  query: ListQuery<Table>,
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

/** A page ends before the row that takes it past this many bytes: a thousand of the longest records would take 60 MB. */
const mostBytes = 1_000_000

/** The rows that one page holds, at least one where there is any. */
export function firstOf<Row>(rows: Row[]): Row[] {
  let bytes = 0
  const tooMany = rows.findIndex((row, at) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return at > 0 && bytes > mostBytes
  })
  return tooMany === -1 ? rows : rows.slice(0, tooMany)
}

function orderOfPage({ table, listing, wanted }: ListQuery): Order {
  const order = orderColumns(listing, wanted.order)
  const place = { list: sqlName(table), order: wanted.order }
  return { ...order, after: wanted.after === undefined ? undefined : placeOf(wanted.after, place, order.columns.length) }
}

const cursorAt = ({ table, wanted }: ListQuery, { columns }: Order, row: object) =>
  cursorOf({
    list: sqlName(table),
    order: wanted.order,
    at: columns.map((column) => (row as Record<string, string | number>)[column] ?? ''),
  })
