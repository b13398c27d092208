import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Listing, orderNamed, orderOf } from '#contract/listing.ts'
import type { Column } from './filters.ts'

/** By which columns a list is sorted, the first deciding, all in one direction; and after which place: the values of these columns there. */
export type Order = { columns: readonly string[]; isDescending: boolean; after: readonly (string | number)[] | undefined }

/** The column with the sort key of a text: see `sortKey`. */
export const sortColumn = (field: string) => `${field}Sort`

/** The fields of a listing that are sorted by the alphabet. */
export const sortedFields = (listing: Listing): string[] =>
  Object.values(listing.orders).flatMap(({ by, isAlphabetical }) => (isAlphabetical ? by : []))

/** The order that is written in a query: the columns of its fields and the id, which always decides last. */
export function orderColumns(listing: Listing, written: string): Pick<Order, 'columns' | 'isDescending'> {
  const { name, isTurned } = orderOf(written)
  const order = orderNamed(listing, name)
  if (!order) throw new Error(`The listing has no order ${name}.`)
  const columns = order.by.map((field) => (order.isAlphabetical ? sortColumn(field) : field))
  return { columns: [...columns, 'id'], isDescending: Boolean(order.descending) !== isTurned }
}

export const orderBy = (
  { columns, isDescending }: Pick<Order, 'columns' | 'isDescending'>,
  column: Column = sql.ref,
): RawBuilder<unknown> => sql.join(columns.map((name) => sql`${column(name)}${sql.raw(isDescending ? ' desc' : '')}`))

/** The condition of a keyset page: rows after the place, which an index on these columns finds. None where the page is the first. */
export const afterPlace = ({ columns, isDescending, after }: Order): Expression<SqlBool>[] =>
  after === undefined ? [] : [comesAfter({ columns, isDescending }, after)]

/** Compared as one value: `(date, time, id) > ('2026-03-01', '19:30', …)`. */
export function comesAfter(
  { columns, isDescending }: Pick<Order, 'columns' | 'isDescending'>,
  place: readonly (string | number)[],
): Expression<SqlBool> {
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(place)})`
}
