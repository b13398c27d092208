import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { daysOf } from '#contract/listing.ts'
import type { Database } from '#server/db/schema.ts'
import { and, type Condition, liveness, type TableRequest } from './filters.ts'
import { type Source, sourceOf, tableOf } from './find.ts'
import { afterPlace, comesAfter, orderByClause, type SortOrder } from './order.ts'
import { sqlName } from './search-index.ts'
import { dayAfter, rangeTokens } from './tokens.ts'

/**
 * Reads pages of large results on SQLite. FTS5 orders hits only by row number, so the search reads one window of the list after another. Each
 * window is `growth` times as large as the one before, until the page is full.
 */
const growth = 8

/**
 * Reads a page of a list that is sorted by day. A window is a range of days, which tokens express. A window with more than `most` hits is made
 * smaller.
 */
export async function byDay(db: Database, query: TableRequest, order: SortOrder, most: number): Promise<object[]> {
  const begin = await firstDay(db, query, order)
  const last = await firstDay(db, query, { ...order, isDescending: !order.isDescending, after: undefined })
  if (begin === undefined || last === undefined) return []
  const step = order.isDescending ? -1 : 1
  const isPast = (day: string) => (day > last ? 1 : -1) === step && day !== last
  const rows: object[] = []
  for (let [day, days] = [begin, 1]; !isPast(day) && rows.length <= query.request.limit; ) {
    const reached = dayAfter(day, step * (days - 1))
    const end = reached === undefined || isPast(reached) ? last : reached
    const range = step > 0 ? { from: day, to: end } : { from: end, to: day }
    const window = sourceOf(db, query, [{ any: rangeTokens(range).map((token) => ({ token })) }])
    // SQLite answers on this thread, so other requests are served between two statements.
    await nextTurn()
    if (days > 1 && (await hasMoreThan(db, window, most))) {
      days = Math.ceil(days / 4)
      continue
    }
    await nextTurn()
    rows.push(...(await rowsIn(db, query, order, window, rows.length)))
    day = dayAfter(end, step) ?? ''
    if (day === '') break
    days *= growth
  }
  return rows
}

/** Returns the day of the first row in list order, within the requested range of days if there is exactly one. */
async function firstDay(db: Database, query: TableRequest, order: SortOrder): Promise<string | undefined> {
  const [column = ''] = order.columns
  const where = [liveness(query), ...daysAsked(query, column), ...afterPlace(order)]
  const { rows } = await sql<{ day: string }>`select ${sql.ref(column)} as day from ${tableOf(query)} where ${and(where)}
    order by ${orderByClause(order)} limit 1`.execute(db)
  return rows[0]?.day
}

/** Returns the conditions of the requested range of days on `column`; none if there isn't exactly one range. */
export function daysAsked({ request, listing }: TableRequest, column: string): Condition[] {
  const { [column]: values = [] } = request.filters
  if (values.length !== 1 || listing.filters[column]?.kind !== 'days') return []
  const { from, to } = daysOf(values[0] ?? '')
  return [...(from ? [sql<boolean>`${sql.ref(column)} >= ${from}`] : []), ...(to ? [sql<boolean>`${sql.ref(column)} <= ${to}`] : [])]
}

async function hasMoreThan(db: Database, { from, where }: Source, most: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${from} where ${and(where)} limit 1 offset ${most}`.execute(db)
  return rows.length > 0
}

/** Reads a page of a list that is sorted by id, an order close to that of the row numbers. A window is a number of rows, `first` in the first one. */
export async function byId(db: Database, query: TableRequest, order: SortOrder, first = 128): Promise<object[]> {
  const rows: object[] = []
  const number = sql.ref(`${sqlName(query.table)}_tokens.rowid`)
  let { after } = order
  for (let size = first; ; size *= growth) {
    const from = { ...order, after }
    const read = sql`select id, search_id from ${tableOf(query)} where ${and([liveness(query), ...afterPlace(from)])} order by ${orderByClause(order)} limit ${size}`
    const bounds = await sql<{ low: number; high: number; first: string; last: string; size: number }>`
      select min(search_id) as low, max(search_id) as high, min(id) as first, max(id) as last, count(*) as size from (${read})`.execute(db)
    const [window] = bounds.rows
    if (!window || window.size === 0) return rows
    const edge = order.isDescending ? window.first : window.last
    const source = sourceOf(db, query)
    const within = [sql<boolean>`${number} between ${window.low} and ${window.high}`, sql<boolean>`not ${comesAfter(order, [edge])}`]
    await nextTurn()
    rows.push(...(await rowsIn(db, query, from, { ...source, where: [...source.where, ...within] }, rows.length)))
    if (rows.length > query.request.limit || window.size < size) return rows
    after = [edge]
    await nextTurn()
  }
}

/** Returns the window's rows after the position in list order, as many as the page lacks. */
async function rowsIn(db: Database, query: TableRequest, order: SortOrder, { from, where }: Source, had: number): Promise<object[]> {
  const { rows } = await sql`select ${tableOf(query)}.* from ${from} where ${and([...where, ...afterPlace(order)])}
    order by ${orderByClause(order)} limit ${query.request.limit + 1 - had}`.execute(db)
  return rows as object[]
}
