import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import type { Database } from '#server/database/schema.ts'
import {
  and,
  type Column,
  type Condition,
  filterConditions,
  filterTokens,
  haveTokens,
  type Listed,
  type ListQuery,
  liveness,
} from './filters.ts'
import { type Expression, written } from './match.ts'
import { type Alternative, type DigitCheck, parseSearch } from './parse-search.ts'
import { hasTokens, matches, sqlName, tokensTable } from './search-index.ts'
import { digitTokens } from './tokens.ts'

/** Where records are read from, and the conditions that leave those that are asked for. `isBare`: a row of the index alone tells that it is asked for. */
export type Source = { from: RawBuilder<unknown>; where: Condition[]; isBare: boolean }

export const tableOf = ({ table }: Pick<ListQuery, 'table'>) => sql.table(sqlName(table))

export const searchOf = ({ wanted, digits }: ListQuery): Alternative[] | undefined => parseSearch(wanted.q, digits !== undefined)

/** Whether the tokens lead to the records: for words, and for several filters that have tokens. One filter has an index of its own. */
const usesTokens = (db: Database, query: ListQuery): boolean =>
  searchOf(query) !== undefined || (!query.wanted.trash && Object.keys(query.wanted.filters).length > 1 && haveTokens(db, query))

/** The records that are asked for, found by their tokens, of which they also have `more`; or else by their columns. */
export function sourceOf(db: Database, query: ListQuery, more: readonly Expression[] = []): Source {
  if (!usesTokens(db, query) && more.length === 0)
    return { from: tableOf(query), where: [liveness(query), ...filterConditions(query)], isBare: false }
  const { table, wanted } = query
  const { tokens, rest } = filterTokens(db, query)
  const search = searchOf(query)
  const all = [...(search ? [{ any: search.map((alternative) => alternative.tokens) }] : []), ...tokens, ...more]
  const match = matches(db, sqlName(table), written(db, { all }, wanted.trash))
  const checks = [...(search ? searchChecks(db, query, search) : []), ...rest]
  if (isPostgres(db)) return { from: tableOf(query), where: [match, ...checks], isBare: false }
  const index = tokensTable(table)
  // The tokens tell what is deleted; an index that covers a check may need to be told as well.
  const joined = sql`${index} cross join ${tableOf(query)} on ${sql.ref(`${sqlName(table)}.searchId`)} = ${sql.ref(`${sqlName(table)}_tokens.rowid`)}`
  return { from: joined, where: [match, liveness(query), ...checks], isBare: checks.length === 0 }
}

/** The conditions that tell of a row at hand that it is asked for. */
export function rowConditions(db: Database, query: ListQuery, column: Column): Condition[] {
  const search = searchOf(query)
  const filters = [liveness(query), ...filterConditions(query, column)]
  if (!search) return filters
  const words = hasTokens(db, sqlName(query.table), written(db, { any: search.map(({ tokens }) => tokens) }, query.wanted.trash))
  // No index answers that: PostgreSQL would look for one, and leave the order in which the rows are read.
  const tested = isPostgres(db) ? sql<boolean>`case when ${words} then true else false end` : words
  return [...filters, tested, ...searchChecks(db, query, search)]
}

/** Only the tokens of long runs of digits leave something to be checked in the row. */
function searchChecks(db: Database, query: ListQuery, alternatives: readonly Alternative[]): Condition[] {
  const { table, digits, wanted } = query
  if (!digits || alternatives.every(({ checks }) => checks.length === 0)) return []
  const has = (expression: Expression) => hasTokens(db, sqlName(table), written(db, expression, wanted.trash))
  const contains = ({ word, digits: runs }: DigitCheck): Condition => {
    const any = [...(word ? [has(word)] : []), ...runs.map((run) => sql`${digits} like ${`%${run}%`}`)]
    return sql`(${sql.join(any, sql` or `)})`
  }
  const checked = alternatives.map(({ tokens, checks }) => {
    // A row that another alternative's tokens have found must not pass by a check of this one.
    const isNumber = checks.some(({ word }) => word === undefined)
    return and([...(alternatives.length > 1 && !isNumber ? [has(tokens)] : []), ...checks.map(contains)])
  })
  return [sql`(${sql.join(checked, sql` or `)})`]
}

/** Whether a record that is not deleted has a phone number that ends in these digits. */
export function hasNumber(db: Database, { table, digits }: Listed, end: string): Condition {
  const match = matches(db, sqlName(table), written(db, { all: digitTokens(end).map((token) => ({ token })) }, false))
  const index = tokensTable(table)
  const found = isPostgres(db) ? match : sql`${sql.ref(`${sqlName(table)}.searchId`)} in (select rowid from ${index} where ${match})`
  return sql`(${found} and ${digits} || ' ' like ${`%${end} %`})`
}
