import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, RecordTables } from '#server/db/schema.ts'
import { countRows } from './count.ts'
import { cursorOf, placeOf } from './cursor.ts'
import { nextHits } from './exported.ts'
import type { ListRequest } from './filters.ts'
import { orderColumns, type SortOrder } from './order.ts'
import { firstOf, hasOwnIndex, readPage, usualLimits } from './page.ts'
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
  const { limit, after, total: known, hits } = query.wanted
  if (hits) {
    const order = orderColumns(query.listing, query.wanted.order)
    if (!hasOwnIndex(query, order)) return nextHits(db, query, order, hits)
  }
  const order = orderOfPage(query)
  const total = known ?? (await countRows(db, query))
  // SQLite answers on this thread. Counting the hits of a search may take as long as other requests may wait.
  if (known === undefined && !hasOwnIndex(query, order)) await nextTurn()
  const rows = (await readPage(db, query, order, total, limits)) as RecordTables[Table][]
  const shown = firstOf(rows.slice(0, limit))
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? cursorAt(query, order, last) : undefined
  const isWhole = after === undefined && next === undefined
  return { rows: shown, total: isWhole ? shown.length : total, next }
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
