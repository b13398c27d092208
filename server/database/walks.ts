import { type Expression, type SqlBool, sql } from 'kysely'
import { type Days, daysOf } from '#contract/listing.ts'
import { isPostgres } from './dialect.ts'
import { checkedConditions, inOrder, ownFilters, type Question } from './filters.ts'
import { findOnDays } from './postings/days.ts'
import { type Found, rowsOf } from './postings/find.ts'
import { isUnchanged } from './postings/states.ts'
import type { Database } from './schema.ts'
import { sqlName } from './search.ts'
import { comesAfter, orderBy, type Rows, type Sorting, startOf } from './sorting.ts'
import { hasDayWords } from './value-words.ts'

type Condition = Expression<SqlBool>

/** What is met in a part of a list. `isWhole`: nothing comes after it, if anything is met at all. */
export type Walk = { met: Rows; isWhole: boolean }

/** A page of what has all these conditions, among the rows of the table or of `source`. */
export type Page = (conditions: Condition[], source?: Expression<unknown>) => Rows

/** Walks through a list in its order: looks at each of the first `most` rows, which what many have is met by soon. */
export async function walkByRow(db: Database, question: Question, sorting: Sorting, page: Page, most: number): Promise<Walk> {
  const { columns, isDescending } = sorting
  const table = sql.table(sqlName(question.table))
  const { arms, checked } = inOrder(db, question)
  const conditions = [...arms.flat(), ...startOf(sorting)]
  const walked = sql`from ${table} where ${sql.join(conditions, sql` and `)} order by ${orderBy(columns, isDescending)}`
  if (isPostgres(db)) return { met: page(checked, sql`(select * ${walked} limit ${most}) as ${table}`), isWhole: false }
  const keys = sql.join(columns.map((name) => sql.ref(name)))
  const { rows } = await sql<Record<string, string | number>>`select ${keys} ${walked} limit 1 offset ${most}`.execute(db)
  const ends = rows.map((row) => columns.map((name) => row[name] ?? ''))
  const until = ends.map((end) => comesAfter(columns, !isDescending, end))
  return { met: page([...arms.flat(), ...until, ...checked]), isWhole: ends.length === 0 }
}

/** Whether a list is in an order that the postings know. */
export const isByDay = ({ listing }: Question, { columns: [first = ''] }: Sorting): boolean => hasDayWords(listing, first)

/** The days that are asked for of a list in an order by days. */
function daysAsked({ wanted: { filters } }: Question, { columns: [first = ''] }: Sorting): Days {
  const { [first]: asked = [] } = filters
  return asked.length === 1 ? daysOf(asked[0] ?? '') : { from: '', to: '' }
}

/** Whether all of a list in an order by days is of one. */
export function isOfOneDay(question: Question, sorting: Sorting): boolean {
  const { from, to } = daysAsked(question, sorting)
  return from !== '' && from === to
}

/**
 * How many of what the postings have found are likely to hold a page of `limit` that are asked for, in 39 cases of 40: of what has to be asked once
 * more, some drop out. `total`: so many are asked for in all. Nothing where that is less: those are collected sooner.
 */
export function enoughOf(found: Found, limit: number, total: number): number | undefined {
  if (found.isExact) return limit
  const share = Math.min(1, total / found.total)
  const enough = Math.ceil((limit + 2 * Math.sqrt(limit * (1 - share))) / share)
  return enough <= total ? enough : undefined
}

/**
 * Walks through a list in an order by days: asks the postings which of those that they have found are on the first days, until these are more than
 * `enough`. Nothing where they don't know.
 */
export async function walkByDay(
  db: Database,
  question: Question,
  sorting: Sorting,
  page: Page,
  found: Found,
  enough: number,
): Promise<Walk | undefined> {
  const { table } = question
  const {
    columns: [first = ''],
    isDescending,
    after,
  } = sorting
  const begun = after && String(after[0])
  // Whoever takes the trouble can forge a cursor.
  if (begun !== undefined && !isDay(begun)) return undefined
  const { from, to } = daysAsked(question, sorting)
  const range = begun === undefined ? { from, to } : isDescending ? { from, to: begun } : { from: begun, to }
  const there = await findOnDays(db, table, found, { range, isDescending }, { enough, begun })
  if (!there) return undefined
  const { few, begin, until, passed } = there
  const within = [
    ...(begin === undefined ? [] : [sql<SqlBool>`${sql.ref(first)} ${sql.raw(isDescending ? '<=' : '>=')} ${begin}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(first)} ${sql.raw(isDescending ? '>=' : '<=')} ${until}`]),
  ]
  const { arms, checked } = inOrder(db, question)
  const met =
    passed < few.places.length
      ? page([...arms.flat(), ...within, ...checked])
      : page([...asFound(db, question, found), ...within], rowsOf(db, table, few))
  return { met, isWhole: until === undefined }
}

/**
 * What of the records that the postings have found has to be asked once more: where nobody has changed anything since, and each has all of it, no more
 * than what may hang on other records.
 */
export const asFound = (db: Database, question: Question, found: Found): Condition[] =>
  found.isExact ? [isUnchanged(db, question.table, found), ...ownFilters(question).conditions] : checkedConditions(db, question)

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
