import { type RawBuilder, type SqlBool, type Expression as SqlExpression, sql } from 'kysely'
import { daysOf, type Filter, type Listing, type ListRequest, type PublicDays } from '#contract/listing.ts'
import { chainDay } from '#server/db/clock.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database, RecordTables } from '#server/db/schema.ts'
import type { Expression } from './match.ts'
import { indexedDays, periodToken, rangeTokens, valueToken } from './tokens.ts'

export type Condition = SqlExpression<SqlBool>

/**
 * The conditions behind the options of a resource's custom filters. A custom filter without a condition is a compile error where the resource
 * is declared.
 */
export type CustomFilters = Record<string, { where: (option: string) => Condition }>

/** A table of records with its listing, its custom filters, and the SQL expression for the digits of its phone numbers, if any. */
export type Listed<Table extends keyof RecordTables = keyof RecordTables> = {
  table: Table
  listing: Listing
  custom: CustomFilters
  digits: RawBuilder<string> | undefined
  /** The condition that the public sees a record on `day`; `undefined` if it sees all records. */
  isPublic: IsPublic | undefined
}

export type IsPublic = (day: string) => Condition

/** A request for one list: the table and its listing, and the wanted filters, search, order and page. */
export type TableRequest<Table extends keyof RecordTables = keyof RecordTables> = Listed<Table> & { request: ListRequest }

export type Column = (name: string) => RawBuilder<unknown>

export const byIndex: Column = (name) => sql.ref(name)
/** Keeps SQLite from using an index: https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_ */
export const notByIndex: Column = (name) => sql`+${sql.ref(name)}`

export const liveness = ({ request }: Pick<TableRequest, 'request'>): Condition =>
  sql`${sql.ref('deletedAt')} is ${sql.raw(request.trash ? 'not null' : 'null')}`

export const and = (conditions: readonly Condition[]): RawBuilder<SqlBool> => sql`${sql.join(conditions, sql` and `)}`

/** Returns the condition that the public sees a row on the day `publicOn`; none for staff. */
export const visibility = ({ isPublic }: Pick<Listed, 'isPublic'>, publicOn: string | undefined): Condition[] =>
  isPublic && publicOn !== undefined ? [isPublic(publicOn)] : []

/** Returns the condition that `day` is one of the public days of a row. */
export const isWithin = ({ from, until }: PublicDays, day: string): Condition =>
  until === undefined
    ? sql`${sql.ref(from)} <= ${day}`
    : sql`(${sql.ref(from)} <= ${day} and (${sql.ref(until)} = '' or ${sql.ref(until)} >= ${day}))`

/** Returns the conditions of the active filters and of the visibility on the columns of a row. */
export const filterConditions = (query: TableRequest, column = byIndex): Condition[] => {
  const { listing, custom, request } = query
  const filters = Object.entries(request.filters)
  return [
    ...filters.map(([name, values]) => filterCondition(listing, name, values, custom, column)),
    ...visibility(query, request.publicOn),
  ]
}

/** Returns the active filters as token expressions where tokens can express them, and the others as conditions, with that of the visibility. */
export function filterTokens(db: Database, query: TableRequest): { tokens: Expression[]; rest: Condition[] } {
  const { listing, custom, request } = query
  const tokens: Expression[] = []
  const rest = visibility(query, request.publicOn)
  for (const [name, values] of Object.entries(request.filters)) {
    const filter = listing.filters[name]
    const any = filter && tokensOf(db, listing, name, filter, values)
    if (any?.tokens) tokens.push({ any: any.tokens.map((token) => ({ token })) })
    if (!any?.isExact) rest.push(filterCondition(listing, name, values, custom, notByIndexOf(db)))
  }
  return { tokens, rest }
}

/** Whether every active filter has tokens. Custom filters have none. On PostgreSQL, open-ended ranges of days have none either. */
export const haveTokens = (db: Database, { listing, request }: TableRequest): boolean =>
  Object.entries(request.filters).every(([name, values]) => {
    const filter = listing.filters[name]
    return filter !== undefined && tokensOf(db, listing, name, filter, values)?.tokens !== undefined
  })

/** Returns columns that no index should serve. PostgreSQL has no unary plus for texts, and its statistics need none. */
export const notByIndexOf = (db: Database): Column => (isPostgres(db) ? byIndex : notByIndex)

function tokensOf(db: Database, listing: Listing, name: string, filter: Filter, values: readonly string[]) {
  if (filter.kind === 'own' || filter.kind === 'visibility') return undefined
  if (filter.kind !== 'days') return { tokens: values.map((value) => valueToken(name, value)), isExact: true }
  if (name !== indexedDays(listing)) return undefined
  const ranges = values.map(daysOf)
  if (!isPostgres(db)) return { tokens: [...new Set(ranges.flatMap(rangeTokens))], isExact: true }
  // Many day tokens slow GIN down more than reading the whole month or year, which the column condition then narrows down.
  const periods = ranges.map(periodToken).filter((period) => period !== undefined)
  return { tokens: periods.length === ranges.length ? periods : undefined, isExact: false }
}

function filterCondition(
  { filters, publicDays }: Listing,
  name: string,
  values: readonly string[],
  custom: CustomFilters,
  column: Column,
): Condition {
  const filter = filters[name]
  switch (filter?.kind) {
    case 'text':
      return among(column(name), values)
    case 'choice':
      return among(column(name), filter.number ? values.map(Number) : values)
    case 'days':
      return anyOf(values.map((value) => within(column(name), value)))
    case 'visibility':
      return publicDays ? anyOf(values.map((value) => isVisibility(publicDays, value, column))) : nothing
    case 'presence':
      return anyOf(values.map((value) => sql`${column(filter.field)} ${sql.raw(value === 'with' ? '<>' : '=')} ''`))
    default:
      return anyOf(values.map((value) => custom[name]?.where(value) ?? nothing))
  }
}

const nothing: Condition = sql<SqlBool>`1 = 0`

/** Returns the condition of an option of the filter by visibility. The comparisons with '' let the indexes of records with such a day serve it. */
function isVisibility(days: PublicDays, option: string, column: Column): Condition {
  const day = chainDay()
  if (option === 'public') return isWithin(days, day)
  const from = column(days.from)
  if (option === 'scheduled') return sql`(${from} <> '' and ${from} > ${day})`
  if (days.until === undefined) return nothing
  const until = column(days.until)
  return sql`(${until} <> '' and ${until} < ${day} and ${from} <= ${day})`
}

const anyOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

const among = (column: RawBuilder<unknown>, values: readonly (string | number)[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`

function within(column: RawBuilder<unknown>, days: string): Condition {
  const { from, to } = daysOf(days)
  const ends = [...(from ? [sql`${column} >= ${from}`] : []), ...(to ? [sql`${column} <= ${to}`] : [])]
  return sql`(${sql.join(ends, sql` and `)})`
}
