import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Column } from './filters.ts'

/** By which columns, the first deciding, in which direction, and after which row: what that has in these columns. */
export type Sorting = { columns: readonly string[]; isDescending: boolean; after: readonly (string | number)[] | undefined }

/** The condition on what is yet to come. */
export const startOf = ({ columns, isDescending, after }: Sorting): Expression<SqlBool>[] =>
  after === undefined ? [] : [comesAfter(columns, isDescending, after)]

/** A query for rows, not run yet. */
export type Rows = { execute: () => Promise<object[]>; compile: () => ReturnType<RawBuilder<object>['compile']> }

/** By these columns, the first deciding, all in one direction. */
export const orderBy = (columns: readonly string[], isDescending: boolean, column: Column = sql.ref): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`${column(name)}${sql.raw(isDescending ? ' desc' : '')}`))

/** Compared as one value, which an index on these columns answers: (date, time, id) > ('2026-03-01', '19:30', …). */
export function comesAfter(columns: readonly string[], isDescending: boolean, at: readonly (string | number)[]): Expression<SqlBool> {
  const row = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${row}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(at)})`
}
