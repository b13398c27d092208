import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '#contract/listing.ts'
import { isPostgres } from '#server/database/dialect.ts'
import type { Database } from '#server/database/schema.ts'
import { and, byIndex, type ListQuery, liveness, notByIndex } from './filters.ts'
import { rowConditions, searchOf, sourceOf, tableOf } from './find.ts'
import { afterPlace, type Order, orderBy } from './order.ts'
import { indexedDays } from './tokens.ts'
import { byDay, byId, daysAsked } from './windows.ts'

/** How much work a page may be; tests set less. */
export type Limits = { collected: number; walked: number }
export const usualLimits: Limits = {
  /** Up to so many records that are asked for are collected and sorted, in less time than a walk may take. */
  collected: 5_000,
  /** So many rows PostgreSQL reads in order, before it collects after all. */
  walked: 10_000,
}

/**
 * The rows of a page and one more, where there is one. `total`: so many are asked for. Neither database's planner chooses well between the
 * order and the tokens, so the total does: few records are collected and sorted, of many the first ones are met soon in the list's order.
 */
export async function readPage(db: Database, query: ListQuery, order: Order, total: number, limits = usualLimits): Promise<object[]> {
  if (total === 0) return []
  if (hasOwnIndex(query, order)) return inOrder(db, query, order)
  if (total <= limits.collected || query.wanted.trash) return collect(db, query, order)
  if (isPostgres(db)) {
    const rows = await walkOnPostgres(db, query, order, limits.walked)
    return rows.length > query.wanted.limit ? rows : collect(db, query, order)
  }
  if (order.columns[0] === indexedDays(query.listing)) return byDay(db, query, order, limits.collected / 2)
  if (order.columns.length === 1 && searchOf(query)) return byId(db, query, order)
  return inOrder(db, query, order, notByIndex)
}

/** Whether an index has the rows that are asked for in their order: of the whole list, of one value of a filter, or of the days that it is sorted by. */
function hasOwnIndex(query: ListQuery, { columns }: Order): boolean {
  const { listing, wanted } = query
  const [first, ...others] = Object.entries(wanted.filters)
  if (searchOf(query) || others.length > 0) return false
  if (!first) return true
  const [name, values] = first
  return !wanted.trash && values.length === 1 && isEquality(listing.filters[name], values[0]) !== (name === columns[0])
}

/** Whether a filter asks for one value of its index. */
const isEquality = (filter: Filter | undefined, value: string | undefined) =>
  filter?.kind === 'presence' ? value === 'without' : filter?.kind !== 'days'

/** Reads the index of the order, and checks each row for what that index doesn't have. */
async function inOrder(db: Database, query: ListQuery, order: Order, column = byIndex): Promise<object[]> {
  const where = [...rowConditions(db, query, column), ...afterPlace(order)]
  return run(db, sql`select * from ${tableOf(query)} where ${and(where)} order by ${orderBy(order)} ${limitOf(query)}`)
}

/** Finds all that is asked for and sorts it by its keys alone; of the page it then reads the whole rows. */
async function collect(db: Database, query: ListQuery, order: Order): Promise<object[]> {
  const { from, where } = sourceOf(db, query)
  const keys = sql.join(order.columns.map((name) => sql.ref(name)))
  // "offset 0" keeps PostgreSQL's planner from walking in the order after all, the unary plus SQLite's.
  const found = isPostgres(db)
    ? sql`select * from (select ${keys} from ${from} where ${and([...where, ...afterPlace(order)])} offset 0) as found order by ${orderBy(order)}`
    : sql`select ${keys} from ${from} where ${and([...where, ...afterPlace(order)])} order by ${orderBy(order, notByIndex)}`
  return run(
    db,
    sql`select * from ${tableOf(query)} where id in (select id from (${found} ${limitOf(query)}) as shown) order by ${orderBy(order)}`,
  )
}

/** Reads the first rows of the order, and tests the tokens of each. */
async function walkOnPostgres(db: Database, query: ListQuery, order: Order, walked: number): Promise<object[]> {
  const table = tableOf(query)
  const rows = sql`select * from ${table} where ${and([liveness(query), ...daysAsked(query, order.columns[0] ?? ''), ...afterPlace(order)])}
    order by ${orderBy(order)} limit ${walked}`
  return run(
    db,
    sql`select * from (${rows}) as ${table} where ${and(rowConditions(db, query, byIndex))} order by ${orderBy(order)} ${limitOf(query)}`,
  )
}

const limitOf = ({ wanted }: ListQuery) => sql`limit ${wanted.limit + 1}`

const run = async (db: Database, query: RawBuilder<unknown>): Promise<object[]> => (await query.execute(db)).rows as object[]
