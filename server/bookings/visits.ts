import { sql } from 'kysely'
import type { Booking } from '#contract/bookings.ts'
import type { Page } from '#contract/endpoint.ts'
import { type ListRequest, parseOrder } from '#contract/listing.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { BookingRow, Database } from '#server/db/schema.ts'
import { cursorOf, placeOf } from '#server/lists/cursor.ts'
import { filterConditions, notByIndex } from '#server/lists/filters.ts'
import { mergeDays } from '#server/lists/merge-days.ts'
import { afterPlace, orderByClause } from '#server/lists/order.ts'
import { firstOf } from '#server/lists/page.ts'
import { ofBranches } from './of-branch.ts'
import { bookingRecords } from './upcoming.ts'

const columns = ['date', 'time', 'id'] as const

/**
 * Returns one page of the bookings of branches on some days, including bookings under the branches' earlier names; without a branch, the bookings of
 * all. The cost depends on the bookings of these branches and days, not on the total.
 */
export async function visits(db: Database, request: ListRequest): Promise<Page<Booking>> {
  const { order, limit, after, total: known } = request
  const { branchName: names, ...days } = mergeDays(bookingRecords.listed.listing, request).filters
  if (!names) return bookingRecords.list(db, request)
  const place = { list: 'visits', order }
  const { isReversed: isDescending } = parseOrder(order)
  const sorted = { columns, isDescending, after: after === undefined ? undefined : placeOf(after, place, columns.length) }
  const ordered = orderByClause(sorted)
  // SQLite would otherwise walk through all bookings in the order of an index instead of sorting those of one branch.
  const gathered = isPostgres(db) ? ordered : orderByClause(sorted, (name) => (name === 'id' ? notByIndex(name) : sql.ref(name)))
  const shared = [sql`deleted_at is null`, ...filterConditions({ ...bookingRecords.listed, request: { ...request, filters: days } })]
  const arms = (await ofBranches(db, names)).map((arm) => sql.join([...shared, arm], sql` and `))

  const counts = arms.map((arm, at) => sql`select ${sql.lit(at)} as at, count(*) as n from bookings where ${arm}`)
  // A later page of an export doesn't count again: any branch may have bookings.
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

  const shown = firstOf(rows.slice(0, limit))
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? cursorOf({ ...place, at: columns.map((column) => last[column]) }) : undefined
  return { items: shown.map(bookingRecords.present), total, next }
}

async function countsOf(db: Database, counts: ReturnType<typeof sql>[]) {
  const { rows } = await sql<{ at: number; n: number | string }>`${union(counts)}`.execute(db)
  return rows
}

const union = (queries: ReturnType<typeof sql>[]) => sql.join(queries, sql` union all `)
