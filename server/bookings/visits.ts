import { type SqlBool, sql } from 'kysely'
import type { Booking } from '#contract/bookings.ts'
import type { Page } from '#contract/endpoint.ts'
import { type ListRequest, mostCounted, parseOrder } from '#contract/listing.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { BookingRow, Database } from '#server/db/schema.ts'
import { keysetPage } from '#server/lists/cursor.ts'
import { notByIndex } from '#server/lists/filters.ts'
import { mergeDays } from '#server/lists/merge-days.ts'
import { afterPlace, orderByClause } from '#server/lists/order.ts'
import { hasEvenings, ofDays } from './evenings.ts'
import { ofBranches } from './of-branch.ts'
import { bookingRecords } from './upcoming.ts'

const columns = ['date', 'time', 'id'] as const

/**
 * Returns one page of the bookings of branches on some of the chain's days, including bookings under the branches' earlier names; without a branch, the bookings of
 * all. The cost depends on the bookings of these branches and days, not on the total.
 */
export async function visits(db: Database, request: ListRequest): Promise<Page<Booking>> {
  const { order, limit, total: known } = request
  const { branchName: names, date } = mergeDays(bookingRecords.listed.listing, request).filters
  if (!names && !(date && hasEvenings())) return bookingRecords.list(db, request)
  const page = keysetPage('visits', request, columns)
  const { isReversed: isDescending } = parseOrder(order)
  const sorted = { columns, isDescending, after: page.after }
  const ordered = orderByClause(sorted)
  // SQLite would otherwise walk through all bookings in the order of an index instead of sorting those of one branch.
  const gathered = isPostgres(db) || !names ? ordered : orderByClause(sorted, (name) => (name === 'id' ? notByIndex(name) : sql.ref(name)))
  const shared = [sql`deleted_at is null`, ...ofDays(request, date)]
  const arms = (names ? await ofBranches(db, names) : [sql<SqlBool>`1 = 1`]).map((arm) => sql.join([...shared, arm], sql` and `))

  const most = request.exportState?.counts ?? mostCounted
  const counts = arms.map(
    (arm, at) =>
      sql`select ${sql.lit(at)} as at, count(*) as n from (select 1 from bookings where ${arm} limit ${sql.lit(most + 1)}) as counted`,
  )
  // A later page of an export isn't counted again, so the query reads all branches: `n` only needs to be above 0.
  const sums = known === undefined ? await countsOf(db, counts) : arms.map((_, at) => ({ at, n: 1 }))
  const total = known ?? sums.reduce((sum, { n }) => sum + Number(n), 0)
  if (total === 0) return { items: [], total, next: undefined }
  // Few branches have bookings under an earlier name.
  const pages = sums
    .filter(({ n }) => Number(n) > 0)
    .map(
      ({ at }) =>
        sql`select * from (select * from bookings where ${sql.join([arms[at], ...afterPlace(sorted)], sql` and `)} order by ${gathered} limit ${limit + 1}) as arm`,
    )
  const { rows } = await sql<BookingRow>`select * from (${union(pages)}) as arms order by ${ordered} limit ${limit + 1}`.execute(db)

  const { shown, next } = page.cut(rows)
  return { items: shown.map(bookingRecords.present), total, next }
}

async function countsOf(db: Database, counts: ReturnType<typeof sql>[]) {
  const { rows } = await sql<{ at: number; n: number | string }>`${union(counts)}`.execute(db)
  return rows
}

const union = (queries: ReturnType<typeof sql>[]) => sql.join(queries, sql` union all `)
