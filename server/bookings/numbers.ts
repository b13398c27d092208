import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import {
  areCountable,
  type BookingNumber,
  lengthOf,
  mostDays,
  mostDaysCounted,
  mostSearched,
  type StatusCounts,
} from '#contract/booking-numbers.ts'
import { canceled } from '#contract/bookings.ts'
import { daysAfter } from '#contract/dates.ts'
import type { Page } from '#contract/endpoint.ts'
import { daysOf, type ListRequest } from '#contract/listing.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { HttpError, invalid } from '#server/errors.ts'
import { countRows } from '#server/lists/count.ts'
import { cursorOf, placeOf } from '#server/lists/cursor.ts'
import {
  and,
  byIndex,
  type Column,
  type Condition,
  filterConditions,
  liveness,
  notByIndex,
  type TableRequest,
} from '#server/lists/filters.ts'
import { searchOf, sourceOf, tableOf } from '#server/lists/find.ts'
import { mergeDays } from '#server/lists/merge-days.ts'
import { currentNames, widened } from './branch-groups.ts'
import { bookingRecords } from './upcoming.ts'

const queryOf = (request: ListRequest): TableRequest => {
  const { listed } = bookingRecords
  return { ...listed, request: mergeDays(listed.listing, request) }
}

/** Returns the number of matching bookings by status, each counted up to the limit of a list's total. */
export async function totalsOf(db: Database, given: ListRequest): Promise<StatusCounts> {
  const request = await widened(db, given)
  const { status: asked } = request.filters
  const count = async (status: number) => {
    if (asked && !asked.includes(String(status))) return 0
    // SQLite counts on the thread of the event loop.
    await nextTurn()
    return countRows(db, queryOf({ ...request, filters: { ...request.filters, status: [String(status)] } }))
  }
  return { pending: await count(0), confirmed: await count(1), canceled: await count(canceled) }
}

/**
 * Returns the number of matching bookings by branch, by day and by code. Throws a 422 for more than `mostDaysCounted` days, or for a search with more
 * than `mostSearched` matches, because every match has to be read.
 */
export async function numbersOf(db: Database, given: ListRequest): Promise<Page<BookingNumber>> {
  requireFewDays(given)
  const names = await currentNames(db)
  // SQLite counts on the thread of the event loop.
  await nextTurn()
  const request = names.widen(given)
  const query = queryOf(request)
  if (searchOf(query) && (await countRows(db, query)) > mostSearched) throw tooMany()
  const days: Counted<'branchName' | 'date' | 'status'>[] = []
  for (const date of portionsOf(request)) {
    await nextTurn()
    days.push(
      ...(await countBy(db, queryOf({ ...request, filters: { ...request.filters, date: [date] } }), ['branchName', 'date', 'status'])),
    )
  }
  await nextTurn()
  // SQLite would otherwise read every booking of a status instead of the index of bookings with a code.
  const codes = await countBy(db, query, ['promoCode', 'discountPercentage', 'status'], {
    where: [sql<SqlBool>`promo_code <> ''`],
    column: isPostgres(db) ? byIndex : notByIndex,
  })
  // There may be tens of thousands of codes, and SQLite has just used its share of this event loop turn for them.
  await nextTurn()
  const discounts = linesOf('discount', codes, () => '', discountOf)
  await nextTurn()
  const numbers = [
    { by: 'all' as const, value: '', discountPercentage: 0, ...statusesOf(days) },
    ...linesOf('branch', days, ({ branchName }) => names.of(String(branchName))).sort(mostFirst),
    ...byTime(days, request),
    ...discounts.sort((one, other) => other.discountPercentage - one.discountPercentage),
    ...linesOf('code', codes, ({ promoCode }) => String(promoCode), discountOf).sort(mostFirst),
  ]
  return pageOf(numbers, request)
}

function requireFewDays({ filters: { date } }: ListRequest) {
  if (!areCountable(date))
    throw invalid({ date: `Bookings can be counted for up to ${mostDaysCounted} days. Choose one range with a first and a last day.` })
}

/**
 * Splits the requested range into portions of about a month. Each is a statement of its own, and other requests are served between two statements.
 */
function portionsOf({ filters: { date = [] } }: ListRequest): string[] {
  const { from } = daysOf(date[0] ?? '')
  const days = lengthOf(date)
  return Array.from({ length: Math.ceil(days / portion) }, (_, at) => {
    return `${daysAfter(from, at * portion)}..${daysAfter(from, Math.min((at + 1) * portion, days) - 1)}`
  })
}

const portion = 31

const tooMany = () => {
  const most = mostSearched.toLocaleString('en')
  return new HttpError(
    422,
    'too_many',
    `More than ${most} bookings match, which is too many to count by branch, day and code. Choose fewer days.`,
  )
}

/** The number of records with these values. */
type Counted<Field extends string> = Record<Field, string | number> & { n: number }

async function countBy<Field extends string>(
  db: Database,
  query: TableRequest,
  fields: readonly Field[],
  { where: more, column }: { where: Condition[]; column: Column } = { where: [], column: byIndex },
): Promise<Counted<Field>[]> {
  const { from, where } = searchOf(query)
    ? sourceOf(db, query)
    : { from: tableOf(query), where: [liveness(query), ...filterConditions(query, column)] }
  const columns = sql.join(fields.map((field) => sql.ref(field)))
  const { rows } = await sql`select ${columns}, count(*) as n from ${from} where ${and([...where, ...more])} group by ${columns}`.execute(
    db,
  )
  // PostgreSQL counts in 64 bits and returns text.
  return (rows as Counted<Field>[]).map((row) => ({ ...row, n: Number(row.n) }))
}

type WithStatus = Counted<'status'>

function linesOf<Row extends WithStatus>(
  by: BookingNumber['by'],
  rows: readonly Row[],
  wordsOf: (row: Row) => string,
  percentageOf = (_row: Row) => 0,
): BookingNumber[] {
  const lines = new Map<string, BookingNumber>()
  for (const row of rows) {
    const [value, discountPercentage] = [wordsOf(row), percentageOf(row)]
    const key = `${discountPercentage} ${value}`
    const line = lines.get(key) ?? { by, value, discountPercentage, pending: 0, confirmed: 0, canceled: 0 }
    lines.set(key, line)
    const name = statusNames[Number(row.status)]
    if (name) line[name] += row.n
  }
  return [...lines.values()]
}

/** Groups by day, or by month when the period has too many days. */
function byTime(rows: readonly Counted<'date' | 'status'>[], { filters: { date } }: ListRequest): BookingNumber[] {
  const isLong = lengthOf(date) > mostDays
  const lines = isLong ? linesOf('month', rows, ({ date }) => String(date).slice(0, 7)) : linesOf('day', rows, ({ date }) => String(date))
  return lines.sort((one, other) => (one.value < other.value ? -1 : 1))
}

const statusNames: Record<number, keyof StatusCounts> = { 0: 'pending', 1: 'confirmed', [canceled]: 'canceled' }

const discountOf = ({ discountPercentage }: Counted<'discountPercentage'>) => Number(discountPercentage)

function statusesOf(rows: readonly WithStatus[]): StatusCounts {
  const count = (status: number) => rows.reduce((sum, row) => sum + (row.status === status ? row.n : 0), 0)
  return { pending: count(0), confirmed: count(1), canceled: count(canceled) }
}

const sizeOf = ({ pending, confirmed, canceled }: StatusCounts) => pending + confirmed + canceled
const mostFirst = (one: BookingNumber, other: BookingNumber) => sizeOf(other) - sizeOf(one) || one.value.localeCompare(other.value)

/** Returns one page. Most answers fit on one page; only many codes that were used once need more, and each page counts again. */
function pageOf(numbers: BookingNumber[], { order, limit, after }: ListRequest): Page<BookingNumber> {
  const place = { list: 'booking numbers', order }
  const start = after === undefined ? 0 : Number(placeOf(after, place, 1)[0])
  const end = start + limit
  return {
    items: numbers.slice(start, end),
    total: numbers.length,
    next: end < numbers.length ? cursorOf({ ...place, at: [end] }) : undefined,
  }
}
