import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import {
  and,
  type Column,
  type Condition,
  filterConditions,
  filterTokens,
  haveTokens,
  type Listed,
  liveness,
  type TableRequest,
} from './filters.ts'
import { type Expression, written } from './match.ts'
import { type Alternative, type DigitCheck, parseSearch } from './parse-search.ts'
import { hasTokens, matches, sqlName, tokensTable } from './search-index.ts'
import { digitTokens } from './tokens.ts'

/**
 * The `from` clause of a query, and the conditions that select the requested records. `isBare`: the token index alone decides, so no row has
 * to be read.
 */
export type Source = { from: RawBuilder<unknown>; where: Condition[]; isBare: boolean }

export const tableOf = ({ table }: Pick<TableRequest, 'table'>) => sql.table(sqlName(table))

export const searchOf = ({ request, digits }: TableRequest): Alternative[] | undefined => parseSearch(request.q, digits !== undefined)

/** Whether the query uses the token index: for a search, and for several filters that have tokens. A single filter has an index of its own. */
export const usesTokens = (db: Database, query: TableRequest): boolean =>
  searchOf(query) !== undefined || (!query.request.trash && Object.keys(query.request.filters).length > 1 && haveTokens(db, query))

/**
 * Selects the requested records, by their tokens or else by their columns. With `more`, only records that also match these expressions, always
 * by tokens.
 */
export function sourceOf(db: Database, query: TableRequest, more: readonly Expression[] = []): Source {
  if (!usesTokens(db, query) && more.length === 0)
    return { from: tableOf(query), where: [liveness(query), ...filterConditions(query)], isBare: false }
  const { table, request } = query
  const { tokens, rest } = filterTokens(db, query)
  const search = searchOf(query)
  const all = [...(search ? [{ any: search.map((alternative) => alternative.tokens) }] : []), ...tokens, ...more]
  const match = matches(db, sqlName(table), written(db, { all }, request.trash))
  const checks = [...(search ? searchChecks(db, query, search) : []), ...rest]
  if (isPostgres(db)) return { from: tableOf(query), where: [match, ...checks], isBare: false }
  const index = tokensTable(table)
  // The tokens already exclude deleted records. The condition is repeated for partial indexes that cover a residual predicate.
  const joined = sql`${index} cross join ${tableOf(query)} on ${sql.ref(`${sqlName(table)}.searchId`)} = ${sql.ref(`${sqlName(table)}_tokens.rowid`)}`
  return { from: joined, where: [match, liveness(query), ...checks], isBare: checks.length === 0 }
}

/** Returns the conditions that test whether a given row is requested, for a query that reads rows in list order. */
export function rowConditions(db: Database, query: TableRequest, column: Column): Condition[] {
  const search = searchOf(query)
  const filters = [liveness(query), ...filterConditions(query, column)]
  if (!search) return filters
  const words = hasTokens(db, sqlName(query.table), written(db, { any: search.map(({ tokens }) => tokens) }, query.request.trash))
  // The `case` hides the condition from indexes: otherwise PostgreSQL would use one, and lose the order in which the rows are read.
  const tested = isPostgres(db) ? sql<boolean>`case when ${words} then true else false end` : words
  return [...filters, tested, ...searchChecks(db, query, search)]
}

/** Returns the residual predicates of a search: only the tokens of long digit runs leave anything to check in the row. */
function searchChecks(db: Database, query: TableRequest, alternatives: readonly Alternative[]): Condition[] {
  const { table, digits, request } = query
  if (!digits || alternatives.every(({ checks }) => checks.length === 0)) return []
  const has = (expression: Expression) => hasTokens(db, sqlName(table), written(db, expression, request.trash))
  const contains = ({ word, digits: runs }: DigitCheck): Condition => {
    const any = [...(word ? [has(word)] : []), ...runs.map((run) => sql`${digits} like ${`%${run}%`}`)]
    return sql`(${sql.join(any, sql` or `)})`
  }
  const checked = alternatives.map(({ tokens, checks }) => {
    // A row found by another alternative's tokens must not pass a check of this alternative.
    const isNumber = checks.some(({ word }) => word === undefined)
    return and([...(alternatives.length > 1 && !isNumber ? [has(tokens)] : []), ...checks.map(contains)])
  })
  return [sql`(${sql.join(checked, sql` or `)})`]
}

/** Tests whether a live record has a phone number that ends in these digits. */
export function hasNumber(db: Database, { table, digits }: Listed, end: string): Condition {
  const match = matches(db, sqlName(table), written(db, { all: digitTokens(end).map((token) => ({ token })) }, false))
  const index = tokensTable(table)
  const found = isPostgres(db) ? match : sql`${sql.ref(`${sqlName(table)}.searchId`)} in (select rowid from ${index} where ${match})`
  return sql`(${found} and ${digits} || ' ' like ${`%${end} %`})`
}
