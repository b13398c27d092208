import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { findOrder, type Listing, parseOrder } from '#contract/listing.ts'
import type { Column } from './filters.ts'

/**
 * The sort columns of a list, most significant first, all in one direction. `after` holds the values of these columns at the position where
 * the page begins.
 */
export type SortOrder = { columns: readonly string[]; isDescending: boolean; after: readonly (string | number)[] | undefined }

/** Returns the name of the column with the sort key of a text (`sortKey`). */
export const sortColumn = (field: string) => `${field}Sort`

/** Returns the fields of a listing that have an alphabetical order. */
export const sortedFields = (listing: Listing): string[] =>
  Object.values(listing.orders).flatMap(({ by, isAlphabetical }) => (isAlphabetical ? by : []))

/** Returns the sort columns for an order as the query writes it; the id always comes last. */
export function sortOrderOf(listing: Listing, written: string): Pick<SortOrder, 'columns' | 'isDescending'> {
  const { name, isReversed } = parseOrder(written)
  const order = findOrder(listing, name)
  if (!order) throw new Error(`The listing has no order ${name}.`)
  const columns = order.by.map((field) => (order.isAlphabetical ? sortColumn(field) : field))
  return { columns: [...columns, 'id'], isDescending: Boolean(order.descending) !== isReversed }
}

export const orderByClause = (
  { columns, isDescending }: Pick<SortOrder, 'columns' | 'isDescending'>,
  column: Column = sql.ref,
): RawBuilder<unknown> => sql.join(columns.map((name) => sql`${column(name)}${sql.raw(isDescending ? ' desc' : '')}`))

/** Returns the keyset condition of a page: rows after the position, which an index on these columns finds. The first page has none. */
export const afterPlace = ({ columns, isDescending, after }: SortOrder): Expression<SqlBool>[] =>
  after === undefined ? [] : [comesAfter({ columns, isDescending }, after)]

/** Compares the columns with a position as one row value: `(date, time, id) > ('2026-03-01', '19:30', …)`. */
export function comesAfter(
  { columns, isDescending }: Pick<SortOrder, 'columns' | 'isDescending'>,
  place: readonly (string | number)[],
): Expression<SqlBool> {
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(place)})`
}
