import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ExportState } from '#contract/listing.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database, RecordTables } from '#server/db/schema.ts'
import { firstOf } from './cursor.ts'
import { and, type Condition, liveness, type TableRequest, visibility } from './filters.ts'
import { sourceOf, tableOf, usesTokens } from './find.ts'
import { orderByClause, type SortOrder } from './order.ts'
import { sqlName } from './search-index.ts'

/** The row numbers that one statement covers on SQLite, which reads on the thread of the event loop. */
const numbersAtOnce = 2_000

/**
 * Returns the next rows of an export that no index holds in its order. The first call collects the ids of all hits, because a page of hits costs
 * as much as all of them. A row that was deleted or hidden meanwhile is left out.
 */
export async function nextHits<Table extends keyof RecordTables>(
  db: Database,
  query: TableRequest<Table>,
  order: Order,
  exportState: ExportState,
): Promise<{ rows: RecordTables[Table][]; total: number; next: string | undefined }> {
  exportState.ids ??= await hitsInOrder(db, query, order, exportState.signal)
  const total = exportState.ids.length
  const start = Number(query.request.after ?? 0)
  const ids = exportState.ids.slice(start, start + query.request.limit)
  if (ids.length === 0) return { rows: [], total, next: undefined }
  const places = new Map(ids.map((id, at) => [id, start + at]))
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? total
  const where = [sql<boolean>`id in (${sql.join(ids)})`, liveness(query), ...visibility(query, query.request.publicOn)]
  const found = sql<RecordTables[Table]>`select * from ${tableOf(query)} where ${and(where)}`
  const rows = (await found.execute(db)).rows.sort((one, other) => placeOf(one) - placeOf(other))
  const shown = firstOf(rows)
  const cut = rows[shown.length]
  const end = cut ? placeOf(cut) : start + ids.length
  return { rows: shown, total, next: end < total ? String(end) : undefined }
}

type Order = Pick<SortOrder, 'columns' | 'isDescending'>
type Keys = Record<string, string> & { id: string }

/** Returns the ids of all hits in list order, in time linear in the number of records. Throws the reason of `signal` once that is aborted. */
async function hitsInOrder(db: Database, query: TableRequest, order: Order, signal: AbortSignal): Promise<string[]> {
  const { from, where } = sourceOf(db, query)
  const table = sqlName(query.table)
  const byTokens = usesTokens(db, query)
  const source = byTokens || isPostgres(db) ? from : sql`${tableOf(query)} indexed by ${sql.ref(`${table}_search`)}`
  const columns = sql.join(order.columns.map((name) => sql.ref(name)))
  const read = async (more: Condition[]) => {
    const { rows } =
      await sql<Keys>`select ${columns} from ${source} where ${and([...where, ...more])} order by ${orderByClause(order)}`.execute(db)
    return rows
  }
  if (isPostgres(db)) {
    const rows = await read([])
    signal.throwIfAborted()
    return rows.map(({ id }) => id)
  }

  const number = sql.ref(byTokens ? `${table}_tokens.rowid` : 'searchId')
  const { rows: bounds } = await sql<{ last: number | null }>`select max(search_id) as last from ${tableOf(query)}`.execute(db)
  const found: { id: string; key: string }[] = []
  for (let first = 1; first <= (bounds[0]?.last ?? 0); first += numbersAtOnce) {
    const rows = await read([sql<boolean>`${number} between ${first} and ${first + numbersAtOnce - 1}`])
    for (const row of rows) found.push({ id: row.id, key: keyOf(order, row) })
    await nextTurn()
    signal.throwIfAborted()
  }
  const before = order.isDescending ? 1 : -1
  return found.sort((one, other) => (one.key < other.key ? before : -before)).map(({ id }) => id)
}

/** Returns one text that sorts as the row does in SQLite: by the bytes of each column. No text contains a zero character. */
const keyOf = ({ columns }: Order, row: Keys) => Buffer.from(columns.map((column) => row[column]).join('\0')).toString('latin1')
