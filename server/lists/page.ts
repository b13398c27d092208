import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '#contract/listing.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { and, byIndex, liveness, notByIndex, type TableRequest } from './filters.ts'
import { rowConditions, searchOf, sourceOf, tableOf } from './find.ts'
import { afterPlace, orderByClause, type SortOrder } from './order.ts'
import { indexedDays } from './tokens.ts'
import { byDay, byId, daysAsked } from './windows.ts'

/** The limits on the work for one page, in rows; tests use smaller ones. */
export type Limits = { collected: number; walked: number }
export const usualLimits: Limits = {
  /** Up to this many hits are collected and sorted, which takes less time than the longest walk. */
  collected: 5_000,
  /** PostgreSQL reads this many rows in list order before it falls back to collecting. */
  walked: 10_000,
}

/**
 * Returns the rows of a page, and one more if there is one. `total` is the number of hits. Neither database's planner chooses well between
 * order and tokens, so `total` decides. Few hits are collected and sorted; of many, the first ones come early in list order.
 */
export async function readPage(
  db: Database,
  query: TableRequest,
  order: SortOrder,
  total: number,
  limits = usualLimits,
): Promise<object[]> {
  if (total === 0) return []
  if (isServedByOneIndex(query, order)) return inOrder(db, query, order)
  if (total <= limits.collected || query.request.trash) return collect(db, query, order)
  if (isPostgres(db)) {
    const rows = await walkOnPostgres(db, query, order, limits.walked)
    return rows.length > query.request.limit ? rows : collect(db, query, order)
  }
  if (order.columns[0] === indexedDays(query.listing)) return byDay(db, query, order, limits.collected / 2)
  if (order.columns.length === 1 && searchOf(query)) return byId(db, query, order)
  return inOrder(db, query, order, notByIndex)
}

/** Whether one index holds the requested rows in their order: the whole list, one filter value, or the days that sort the list. */
export function isServedByOneIndex(query: TableRequest, { columns }: Pick<SortOrder, 'columns'>): boolean {
  const { listing, request } = query
  const [first, ...others] = Object.entries(request.filters)
  if (searchOf(query) || others.length > 0) return false
  if (!first) return true
  const [name, values] = first
  if (request.trash || values.length > 1) return false
  // The index of the order also serves a range of the column that it begins with. An index of a filter serves one value, in any order.
  const isRange = !isEquality(listing.filters[name], values[0])
  return name === columns[0] ? isRange : !isRange
}

/** Whether the filter value is one key of the filter's index. */
const isEquality = (filter: Filter | undefined, value: string | undefined) =>
  filter?.kind === 'presence' ? value === 'without' : filter?.kind !== 'days' && filter?.kind !== 'visibility'

/** Reads rows in index order, and checks each row for the conditions that the index doesn't cover. */
async function inOrder(db: Database, query: TableRequest, order: SortOrder, column = byIndex): Promise<object[]> {
  const where = [...rowConditions(db, query, column), ...afterPlace(order)]
  return run(db, sql`select * from ${tableOf(query)} where ${and(where)} order by ${orderByClause(order)} ${limitOf(query)}`)
}

/** Finds all hits and sorts their keys alone, then reads only the page's rows in full. */
async function collect(db: Database, query: TableRequest, order: SortOrder): Promise<object[]> {
  const { from, where } = sourceOf(db, query)
  const keys = sql.join(order.columns.map((name) => sql.ref(name)))
  // `offset 0` keeps PostgreSQL's planner from reading in list order; the unary plus does the same for SQLite.
  const found = isPostgres(db)
    ? sql`select * from (select ${keys} from ${from} where ${and([...where, ...afterPlace(order)])} offset 0) as found order by ${orderByClause(order)}`
    : sql`select ${keys} from ${from} where ${and([...where, ...afterPlace(order)])} order by ${orderByClause(order, notByIndex)}`
  return run(
    db,
    sql`select * from ${tableOf(query)} where id in (select id from (${found} ${limitOf(query)}) as shown) order by ${orderByClause(order)}`,
  )
}

/** Reads the first `walked` rows in list order, and tests the tokens of each. */
async function walkOnPostgres(db: Database, query: TableRequest, order: SortOrder, walked: number): Promise<object[]> {
  const table = tableOf(query)
  const rows = sql`select * from ${table} where ${and([liveness(query), ...daysAsked(query, order.columns[0] ?? ''), ...afterPlace(order)])}
    order by ${orderByClause(order)} limit ${walked}`
  return run(
    db,
    sql`select * from (${rows}) as ${table} where ${and(rowConditions(db, query, byIndex))} order by ${orderByClause(order)} ${limitOf(query)}`,
  )
}

const limitOf = ({ request }: TableRequest) => sql`limit ${request.limit + 1}`

const run = async (db: Database, query: RawBuilder<unknown>): Promise<object[]> => (await query.execute(db)).rows as object[]
