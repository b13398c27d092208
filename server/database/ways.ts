import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { type Column, checkedConditions, conditions, inOrder, notByIndex, type Question } from './filters.ts'
import { type Found, rowsOf } from './postings/find.ts'
import type { Database } from './schema.ts'
import { sqlName } from './search.ts'
import { orderBy, type Rows, type Sorting } from './sorting.ts'
import { type Walk, walksThrough } from './walks.ts'

/**
 * The ways to a page. `inOrder` leaves everything to the database: PostgreSQL knows how common a value is. SQLite doesn't, so with
 * something to be checked row by row it is told: to collect what is asked for and sort it, where that is little, or else to walk
 * through the list in its order as far as a walk may take, which the common is found by soon.
 */
export type Ways = { inOrder: Rows } | { few: number; collected: Rows; walks: (total: number) => (() => Promise<Walk>)[] }

export type Limits = typeof usualLimits

export const usualLimits = {
  /** Up to so many rows that a search has found are collected and sorted in less time than a walk may take. */
  few: 5_000,
  /** The same in an order by days, where a walk takes less. */
  fewByDay: 2_000,
  /** What more than so many rows have is met soon by whoever looks at each. */
  many: 300_000,
  /** So many rows are looked at in one walk, and no more: what is asked for may stand at the other end. */
  walk: 10_000,
  /** The days of so many rows are looked at first, then those of four times as many, and so on. */
  firstDays: 500,
}

/** Comes past the limit by one row, where there is one. */
export async function readPage(ways: Ways, limit: number, total: number): Promise<object[]> {
  if (total === 0) return []
  if ('inOrder' in ways) return ways.inOrder.execute()
  for (const walk of total > ways.few ? ways.walks(total) : []) {
    const { met, isWhole } = await walk()
    const rows = await met.execute()
    if (isWhole || rows.length > limit) return rows
  }
  return ways.collected.execute()
}

export function waysTo(db: Database, question: Question, sorting: Sorting, limits: Limits, found?: Found): Ways {
  const { columns, isDescending, start } = sorting
  const table = sql.table(sqlName(question.table))
  const { trash, limit, q } = question.wanted
  const { arms, checked } = inOrder(db, question)
  const from = start ? [start] : []
  const ordered = orderBy(columns, isDescending)
  const all = conditions(db, question)

  const where = (conditions: Expression<SqlBool>[], order = ordered) =>
    sql`select * from ${table} where ${sql.join([...conditions, ...from], sql` and `)} order by ${order} limit ${limit + 1}`
  const rows = (query: RawBuilder<unknown>): Rows => ({
    execute: async () => (await query.execute(db)).rows as object[],
    compile: () => query.compile(db),
  })

  const hasOrder = !trash && checked.length === 0
  if (hasOrder && arms.length > 1) {
    const each = arms.map((arm) => sql`select * from (${where(arm)}) as arm`)
    return { inOrder: rows(sql`select * from (${sql.join(each, sql` union all `)}) as arms order by ${ordered} limit ${limit + 1}`) }
  }
  if (hasOrder || trash || (isPostgres(db) && q === '')) return { inOrder: rows(where(all)) }
  if (isPostgres(db)) {
    const [asked, begun] = [checkedConditions(db, question), sql.join([...arms.flat(), ...from], sql` and `)]
    const walk = sql`(select * from ${table} where ${begun} order by ${ordered} limit ${limits.walk}) as walked`
    const among = (those: RawBuilder<unknown>, conditions: Expression<SqlBool>[]) =>
      rows(sql`select * from ${those} where ${sql.join(conditions, sql` and `)} order by ${ordered} limit ${limit + 1}`)
    if (found?.few) return { inOrder: among(rowsOf(question.table, found.few), [...asked, ...from]) }
    // Of what the postings have found there is enough to be met soon.
    return {
      few: found?.isExact ? 0 : limits.few,
      collected: rows(where(all)),
      walks: () => [async () => ({ met: among(walk, checked), isWhole: false })],
    }
  }
  const page = (conditions: Expression<SqlBool>[], column?: Column) => rows(where(conditions, orderBy(columns, isDescending, column)))
  const { rowByRow, byDay } = walksThrough(db, question, sorting, page)
  return {
    // What is collected for filters alone isn't what is found, but whatever the best of them lets through.
    few: q === '' ? Math.min(limit, limits.few) : byDay ? limits.fewByDay : limits.few,
    collected: page(all, notByIndex),
    walks(total) {
      const looking = () => rowByRow(limits.walk)
      if (!byDay) return [looking]
      const asking = [1, 4, 16, 64, 256, 1_024].map((times) => () => byDay(limits.firstDays * times))
      return total > limits.many ? [looking, ...asking] : asking
    },
  }
}
