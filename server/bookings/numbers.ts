import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { type BookingNumber, mostDays, mostSearched, type StatusCounts } from '#contract/booking-numbers.ts'
import { bookings, canceled } from '#contract/bookings.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Wanted } from '#contract/listing.ts'
import { type Counted, countBy, countRows, countRowsBy, countWithEach } from '#server/database/counts.ts'
import { cursorOf, placeOf } from '#server/database/cursor.ts'
import { isPostgres } from '#server/database/dialect.ts'
import { conditions, filterConditions, liveness, notByIndex, type Question, searchOf } from '#server/database/filters.ts'
import type { Database } from '#server/database/schema.ts'
import { asksForWords } from '#server/database/search.ts'
import { Refusal } from '#server/refusals.ts'

const { listing } = bookings.list
const questionOf = (wanted: Wanted): Question => ({ table: 'bookings', listing, own: {}, wanted })

/** How many of the bookings that are asked for have which status. */
export async function totalsOf(db: Database, wanted: Wanted): Promise<StatusCounts> {
  const { status: asked, ...filters } = wanted.filters
  const statuses = [0, 1, canceled].map(String).filter((status) => !asked || asked.includes(status))
  const counts = await countWithEach(db, questionOf({ ...wanted, filters }), 'status', statuses)
  const count = (status: number) => counts[statuses.indexOf(String(status))] ?? 0
  return { pending: count(0), confirmed: count(1), canceled: count(canceled) }
}

/**
 * The bookings that are asked for, counted by branch, by day and by code. Refuses (422) to look at each of very many that a search finds; all
 * else is told by the tally and by indexes.
 */
export async function numbersOf(db: Database, wanted: Wanted): Promise<Page<BookingNumber>> {
  const question = questionOf(wanted)
  const isLookedAt = wanted.trash || asksForWords(searchOf(question))
  if (isLookedAt && (await countRows(db, question)) > mostSearched) throw tooMany()
  const branches = await countBy(db, question, ['branchName', 'status'])
  const days = await countBy(db, question, ['date', 'status'])
  await nextTurn()
  const codes = await countRowsBy(db, 'bookings', withCode(db, question, isLookedAt), ['promoCode', 'discountPercentage', 'status'])
  // There may be tens of thousands of codes: SQLite has just spent its share of this turn on them.
  await nextTurn()
  const discounts = linesOf('discount', codes, () => '', discountOf)
  await nextTurn()
  const numbers = [
    { by: 'all' as const, value: '', discountPercentage: 0, ...statusesOf(branches) },
    ...linesOf('branch', branches, ({ branchName }) => String(branchName)).sort(mostFirst),
    ...byTime(days),
    ...discounts.sort((one, other) => other.discountPercentage - one.discountPercentage),
    ...linesOf('code', codes, ({ promoCode }) => String(promoCode), discountOf).sort(mostFirst),
  ]
  return pageOf(numbers, wanted)
}

const tooMany = () => {
  const most = mostSearched.toLocaleString('en')
  return new Refusal(
    422,
    'too_many',
    `More than ${most} bookings are found, too many to count by branch, day and code. Ask for fewer days.`,
  )
}

/** SQLite is told to go through the index of what has a code: it would rather look at each booking of a status. */
function withCode(db: Database, question: Question, isLookedAt: boolean) {
  const filters = filterConditions(question, isPostgres(db) ? undefined : notByIndex)
  return [sql<SqlBool>`promo_code <> ''`, ...(isLookedAt ? conditions(db, question) : [liveness(question), ...filters])]
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
