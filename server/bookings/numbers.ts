import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { areCountable, type BookingNumber, mostDays, mostDaysCounted, mostSearched, type StatusCounts } from '#contract/booking-numbers.ts'
import { canceled } from '#contract/bookings.ts'
import { daysAfter } from '#contract/dates.ts'
import type { Page } from '#contract/endpoint.ts'
import { daysOf, type Wanted } from '#contract/listing.ts'
import { isPostgres } from '#server/database/dialect.ts'
import type { Database } from '#server/database/schema.ts'
import { countRows } from '#server/lists/count.ts'
import { cursorOf, placeOf } from '#server/lists/cursor.ts'
import { and, byIndex, type Column, type Condition, filterConditions, type ListQuery, liveness, notByIndex } from '#server/lists/filters.ts'
import { searchOf, sourceOf, tableOf } from '#server/lists/find.ts'
import { invalid, Refusal } from '#server/refusals.ts'
import { bookingRecords } from './coming.ts'

const queryOf = (wanted: Wanted): ListQuery => ({ ...bookingRecords.listed, wanted })

/** How many of the bookings that are asked for have which status, each counted as far as a list's total is. */
export async function totalsOf(db: Database, wanted: Wanted): Promise<StatusCounts> {
  const { status: asked } = wanted.filters
  const count = async (status: number) =>
    !asked || asked.includes(String(status))
      ? countRows(db, queryOf({ ...wanted, filters: { ...wanted.filters, status: [String(status)] } }))
      : 0
  return { pending: await count(0), confirmed: await count(1), canceled: await count(canceled) }
}

/**
 * The bookings that are asked for, counted by branch, by day and by code. Throws a 422 where they aren't of `mostDaysCounted` days at most, or
 * a search finds more than `mostSearched`: each of these has to be read.
 */
export async function numbersOf(db: Database, wanted: Wanted): Promise<Page<BookingNumber>> {
  requireFewDays(wanted)
  const query = queryOf(wanted)
  if (searchOf(query) && (await countRows(db, query)) > mostSearched) throw tooMany()
  const days: Counted<'branchName' | 'date' | 'status'>[] = []
  for (const date of portionsOf(wanted))
    days.push(
      ...(await countBy(db, queryOf({ ...wanted, filters: { ...wanted.filters, date: [date] } }), ['branchName', 'date', 'status'])),
    )
  // SQLite would rather read every booking of a status than the index of those with a code.
  const codes = await countBy(db, query, ['promoCode', 'discountPercentage', 'status'], {
    where: [sql<SqlBool>`promo_code <> ''`],
    column: isPostgres(db) ? byIndex : notByIndex,
  })
  // There may be tens of thousands of codes: SQLite has just spent its share of this turn on them.
  await nextTurn()
  const discounts = linesOf('discount', codes, () => '', discountOf)
  await nextTurn()
  const numbers = [
    { by: 'all' as const, value: '', discountPercentage: 0, ...statusesOf(days) },
    ...linesOf('branch', days, ({ branchName }) => String(branchName)).sort(mostFirst),
    ...byTime(days),
    ...discounts.sort((one, other) => other.discountPercentage - one.discountPercentage),
    ...linesOf('code', codes, ({ promoCode }) => String(promoCode), discountOf).sort(mostFirst),
  ]
  return pageOf(numbers, wanted)
}

function requireFewDays({ filters: { date } }: Wanted) {
  if (!areCountable(date))
    throw invalid({ date: `Bookings are counted for up to ${mostDaysCounted} days. Choose one range, with a first and a last day.` })
}

/** The range that is asked for in portions of a month or so: each is a statement, between which others are served. */
function portionsOf({ filters: { date = [] } }: Wanted): string[] {
  const { from, to } = daysOf(date[0] ?? '')
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return Array.from({ length: Math.ceil(days / portion) }, (_, at) => {
    return `${daysAfter(from, at * portion)}..${daysAfter(from, Math.min((at + 1) * portion, days) - 1)}`
  })
}

const portion = 31

const tooMany = () => {
  const most = mostSearched.toLocaleString('en')
  return new Refusal(
    422,
    'too_many',
    `More than ${most} bookings are found, too many to count by branch, day and code. Ask for fewer days.`,
  )
}

/** So many records have these values. */
type Counted<Field extends string> = Record<Field, string | number> & { n: number }

async function countBy<Field extends string>(
  db: Database,
  query: ListQuery,
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
  // PostgreSQL counts in 64 bits and answers with text.
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

/** By the day; where those are too many to be looked at, by the month. */
function byTime(rows: readonly Counted<'date' | 'status'>[]): BookingNumber[] {
  const days = linesOf('day', rows, ({ date }) => String(date))
  const shown = days.length > mostDays ? linesOf('month', rows, ({ date }) => String(date).slice(0, 7)) : days
  return shown.sort((one, other) => (one.value < other.value ? -1 : 1))
}

const statusNames: Record<number, keyof StatusCounts> = { 0: 'pending', 1: 'confirmed', [canceled]: 'canceled' }

const discountOf = ({ discountPercentage }: Counted<'discountPercentage'>) => Number(discountPercentage)

function statusesOf(rows: readonly WithStatus[]): StatusCounts {
  const count = (status: number) => rows.reduce((sum, row) => sum + (row.status === status ? row.n : 0), 0)
  return { pending: count(0), confirmed: count(1), canceled: count(canceled) }
}

const sizeOf = ({ pending, confirmed, canceled }: StatusCounts) => pending + confirmed + canceled
const mostFirst = (one: BookingNumber, other: BookingNumber) => sizeOf(other) - sizeOf(one) || one.value.localeCompare(other.value)

/** The lines are few, unless many codes were used once each: then they come page by page as a list does, counted anew for each. */
function pageOf(numbers: BookingNumber[], { order, limit, after }: Wanted): Page<BookingNumber> {
  const place = { list: 'booking numbers', order }
  const start = after === undefined ? 0 : Number(placeOf(after, place, 1)[0])
  const end = start + limit
  return {
    items: numbers.slice(start, end),
    total: numbers.length,
    next: end < numbers.length ? cursorOf({ ...place, at: [end] }) : undefined,
  }
}
