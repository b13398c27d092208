import { type RawBuilder, type SqlBool, type Expression as SqlExpression, sql } from 'kysely'
import { daysOf, type Filter, type Listing, type Wanted } from '#contract/listing.ts'
import { isPostgres } from '#server/database/dialect.ts'
import type { Database, RecordTables } from '#server/database/schema.ts'
import type { Expression } from './match.ts'
import { indexedDays, periodToken, rangeTokens, valueToken } from './tokens.ts'

export type Condition = SqlExpression<SqlBool>

/** The conditions that the options of a resource's custom filters stand for. A filter without one doesn't compile where the resource is declared. */
export type CustomFilters = Record<string, { where: (option: string) => Condition }>

/** A table of records, what its list can be asked for, its custom filters, and the digits of its phone numbers as a column, where it has any. */
export type Listed<Table extends keyof RecordTables = keyof RecordTables> = {
  table: Table
  listing: Listing
  custom: CustomFilters
  digits: RawBuilder<string> | undefined
}

/** What a list is asked for. */
export type ListQuery<Table extends keyof RecordTables = keyof RecordTables> = Listed<Table> & { wanted: Wanted }

export type Column = (name: string) => RawBuilder<unknown>

export const byIndex: Column = (name) => sql.ref(name)
/** Keeps SQLite from using an index: https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_ */
export const notByIndex: Column = (name) => sql`+${sql.ref(name)}`

export const liveness = ({ wanted }: Pick<ListQuery, 'wanted'>): Condition =>
  sql`${sql.ref('deletedAt')} is ${sql.raw(wanted.trash ? 'not null' : 'null')}`

export const and = (conditions: readonly Condition[]): RawBuilder<SqlBool> => sql`${sql.join(conditions, sql` and `)}`

/** All filters that are set, each as a condition on the columns of a row. */
export const filterConditions = ({ listing, custom, wanted }: ListQuery, column = byIndex): Condition[] =>
  Object.entries(wanted.filters).map(([name, values]) => filterCondition(name, listing.filters[name], values, custom, column))

/** The filters that are set as tokens, as far as tokens can say it, and the rest as conditions on the row. */
export function filterTokens(db: Database, { listing, custom, wanted }: ListQuery): { tokens: Expression[]; rest: Condition[] } {
  const tokens: Expression[] = []
  const rest: Condition[] = []
  for (const [name, values] of Object.entries(wanted.filters)) {
    const filter = listing.filters[name]
    const any = filter && tokensOf(db, listing, name, filter, values)
    if (any?.tokens) tokens.push({ any: any.tokens.map((token) => ({ token })) })
    if (!any?.isExact) rest.push(filterCondition(name, filter, values, custom, notByIndexOf(db)))
  }
  return { tokens, rest }
}

/** Whether tokens narrow down each filter that is set. Those of custom filters and, on PostgreSQL, of days without an end don't. */
export const haveTokens = (db: Database, { listing, wanted }: ListQuery): boolean =>
  Object.entries(wanted.filters).every(([name, values]) => {
    const filter = listing.filters[name]
    return filter !== undefined && tokensOf(db, listing, name, filter, values)?.tokens !== undefined
  })

/** PostgreSQL has no unary plus for texts, and its statistics need none. */
export const notByIndexOf = (db: Database): Column => (isPostgres(db) ? byIndex : notByIndex)

function tokensOf(db: Database, listing: Listing, name: string, filter: Filter, values: readonly string[]) {
  if (filter.kind === 'own') return undefined
  if (filter.kind !== 'days') return { tokens: values.map((value) => valueToken(name, value)), isExact: true }
  if (name !== indexedDays(listing)) return undefined
  const ranges = values.map(daysOf)
  if (!isPostgres(db)) return { tokens: [...new Set(ranges.flatMap(rangeTokens))], isExact: true }
  // A long list of days slows GIN down more than the rows of the whole month or year, which the column decides among.
  const periods = ranges.map(periodToken).filter((period) => period !== undefined)
  return { tokens: periods.length === ranges.length ? periods : undefined, isExact: false }
}

function filterCondition(
  name: string,
  filter: Filter | undefined,
  values: readonly string[],
  custom: CustomFilters,
  column: Column,
): Condition {
  switch (filter?.kind) {
    case 'text':
      return among(column(name), values)
    case 'choice':
      return among(column(name), filter.number ? values.map(Number) : values)
    case 'days':
      return anyOf(values.map((value) => within(column(name), value)))
    case 'presence':
      return anyOf(values.map((value) => sql`${column(filter.field)} ${sql.raw(value === 'with' ? '<>' : '=')} ''`))
    default:
      return anyOf(values.map((value) => custom[name]?.where(value) ?? sql<SqlBool>`1 = 0`))
  }
}

const anyOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

const among = (column: RawBuilder<unknown>, values: readonly (string | number)[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`

function within(column: RawBuilder<unknown>, days: string): Condition {
  const { from, to } = daysOf(days)
  const ends = [...(from ? [sql`${column} >= ${from}`] : []), ...(to ? [sql`${column} <= ${to}`] : [])]
  return sql`(${sql.join(ends, sql` and `)})`
}
