import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, RecordTables } from '#server/db/schema.ts'
import { countRows } from './count.ts'
import { cursorOf, placeOf } from './cursor.ts'
import { nextHits } from './exported.ts'
import type { TableRequest } from './filters.ts'
import { type SortOrder, sortOrderOf } from './order.ts'
import { firstOf, isServedByOneIndex, readPage, usualLimits } from './page.ts'
import { sqlName } from './search-index.ts'

export type ListedRows<Row> = { rows: Row[]; total: number; next: string | undefined }

/**
 * Computes a page of a list. The route's handler (`http/resource.ts`) calls `list` of the repository (`records/repository.ts`), which calls this.
 * The rows are read in `page.ts`, by the sort columns of `order.ts`. A new order is a line in `orders` of the resource's contract, and an index
 * in a migration (`addIndex`): nothing changes here, and `plans.test.ts` fails without the index.
 *
 * Returns one page of the requested records in their order, the total (`countRows`), and the cursor of the next page. Keyset pages repeat and
 * skip nothing while other users add and delete records. Throws a 422 if the cursor belongs to another list or order.
 */
export async function listRows<Table extends keyof RecordTables>(
  db: Database,
  query: TableRequest<Table>,
  limits = usualLimits,
): Promise<ListedRows<RecordTables[Table]>> {
  const { limit, after, total: known, exportState } = query.request
  const sorted = sortOrderOf(query.listing, query.request.order)
  if (exportState && !isServedByOneIndex(query, sorted)) return nextHits(db, query, sorted, exportState)
  const place = { list: sqlName(query.table), order: query.request.order }
  const order: SortOrder = { ...sorted, after: after === undefined ? undefined : placeOf(after, place, sorted.columns.length) }
  const total = known ?? (await countRows(db, query))
  // SQLite answers on this thread. Counting the hits of a search may take as long as other requests may wait.
  if (known === undefined && !isServedByOneIndex(query, order)) await nextTurn()
  const rows = (await readPage(db, query, order, total, limits)) as RecordTables[Table][]
  const shown = firstOf(rows.slice(0, limit))
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? cursorOf({ ...place, at: valuesAt(last, order) }) : undefined
  const isWhole = after === undefined && next === undefined
  return { rows: shown, total: isWhole ? shown.length : total, next }
}

const valuesAt = (row: object, { columns }: SortOrder) => columns.map((column) => (row as Record<string, string | number>)[column] ?? '')
