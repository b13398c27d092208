import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { checkedConditions, conditions, inOrder, notByIndex, type Question } from './filters.ts'
import { type FirstById, type Found, fewOf, rowsOf } from './postings/find.ts'
import type { Database } from './schema.ts'
import { sqlName } from './search.ts'
import { orderBy, type Rows, type Sorting, startOf } from './sorting.ts'
import { asFound, enoughOf, isByDay, isOfOneDay, type Page, type Walk, walkByDay, walkByRow } from './walks.ts'

/**
 * The ways to a page. `inOrder` leaves everything to the database: PostgreSQL knows how common a value is. SQLite doesn't, so with
 * something to be checked row by row it is told: to collect what is asked for and sort it, where that is little, or else to walk
 * through the list in its order as far as a walk may take, which the common is found by soon. What the postings have found they lead to.
 */
export type Ways = { inOrder: Rows } | { few: number; collected: Rows; walks: ((total: number) => Promise<Walk | undefined>)[] }

export type Limits = typeof usualLimits

export const usualLimits = {
  /** Up to so many rows that a search has found are collected and sorted in less time than a walk may take. */
  few: 5_000,
  /** Up to so many that the postings have found are read by their places sooner than those of some days. */
  fewPosted: 600,
  /** So many rows are looked at in one walk, and no more: what is asked for may stand at the other end. */
  walk: 10_000,
}

/** Comes past the limit by one row, where there is one. `total`: so many are asked for in all. */
export async function readPage(ways: Ways, limit: number, total: number): Promise<object[]> {
  if (total === 0) return []
  if ('inOrder' in ways) return ways.inOrder.execute()
  for (const walk of total > ways.few ? ways.walks : []) {
    const walked = await walk(total)
    const rows = (await walked?.met.execute()) ?? []
    if (rows.length > limit || (walked?.isWhole && rows.length > 0)) return rows
  }
  return ways.collected.execute()
}

/** Whether a page comes from an index alone: in its order, or with so few that they are soon put in it. */
export function hasIndex(db: Database, question: Question): boolean {
  const { checked, isGathered } = inOrder(db, question)
  return checked.length === 0 || isGathered
}

export function waysTo(db: Database, question: Question, sorting: Sorting, limits: Limits, found?: Found): Ways {
  const { columns, isDescending } = sorting
  const table = sql.table(sqlName(question.table))
  const { trash, limit, q } = question.wanted
  const { arms, checked, isGathered } = inOrder(db, question)
  const from = startOf(sorting)
  const ordered = orderBy(columns, isDescending)
  const all = conditions(db, question)

  const where = (conditions: Expression<SqlBool>[], source: Expression<unknown> = table, what = sql`*`, order = ordered) =>
    sql`select ${what} from ${source} where ${sql.join([...conditions, ...from], sql` and `)} order by ${order} limit ${limit + 1}`
  const rows = (query: RawBuilder<unknown>): Rows => ({
    execute: async () => (await query.execute(db)).rows as object[],
    compile: () => query.compile(db),
  })
  const keys = sql.join(columns.map((name) => sql.ref(name)))
  /** Of what has to be put in order first, no more than that goes by is read of each; the rest of those that are shown. */
  const gathered = (query: RawBuilder<unknown>) =>
    rows(sql`select * from ${table} where id in (select id from (${query}) as shown) order by ${ordered}`)

  const isIndexed = !trash && checked.length === 0
  if (isIndexed && arms.length > 1) {
    const each = arms.map((arm) => sql`select * from (${where(arm, table, isGathered ? keys : undefined)}) as arm`)
    const merged = sql`select * from (${sql.join(each, sql` union all `)}) as arms order by ${ordered} limit ${limit + 1}`
    return { inOrder: isGathered ? gathered(merged) : rows(merged) }
  }
  if (isIndexed || trash || (isPostgres(db) && q === '' && !found))
    return { inOrder: isGathered ? gathered(where(all, table, keys)) : rows(where(all)) }
  const page: Page = (conditions, source) => rows(where(conditions, source))
  /** Where each has to be asked once more that is found, only if a page is likely to be met in a fifth of such a walk. */
  const byRow = async (total: number) =>
    found && !found.isExact && limit * found.nextPlace * 5 > total * limits.walk
      ? undefined
      : walkByRow(db, question, sorting, page, limits.walk)
  const walkDays = (found: Found, times: number) => async (total: number) => {
    const enough = enoughOf(found, limit, total)
    return enough === undefined ? undefined : walkByDay(db, question, sorting, page, found, times * enough)
  }
  const byDay = found && isByDay(question, sorting) ? (found.isExact ? [1] : [1, 2]).map((times) => walkDays(found, times)) : []
  // A walk meets enough of more than that sooner.
  const mostRead =
    byDay.length === 0 ? Math.sqrt(limit * (found?.nextPlace ?? 0)) : isOfOneDay(question, sorting) ? limit : limits.fewPosted
  const few = found && fewOf(found, mostRead)
  if (few) {
    // Of what has to be asked once more, some may drop out.
    const most = found.isExact ? limit + 1 : 2 * limit
    const isLittle = few.places.length + few.ids.length <= most
    const among = (conditions: Expression<SqlBool>[], first?: FirstById) => {
      const source = rowsOf(db, question.table, few, first)
      return isLittle || first ? page(conditions, source) : gathered(where(conditions, source, keys))
    }
    const first = isLittle || columns.length > 1 ? undefined : { isDescending, after: sorting.after?.[0], most }
    const met = among(asFound(db, question, found), first)
    return { few: 0, collected: among(checkedConditions(db, question)), walks: [async () => ({ met, isWhole: !first })] }
  }
  return {
    // What is collected for filters alone isn't what is found, but whatever the best of them lets through.
    few: found ? 0 : q === '' && isCombined(question) ? Math.min(limit, limits.few) : limits.few,
    collected: gathered(where(all, table, keys, isPostgres(db) ? ordered : orderBy(columns, isDescending, notByIndex))),
    walks: [...byDay, byRow],
  }
}

const isCombined = ({ wanted: { filters } }: Question) => Object.keys(filters).length > 1
