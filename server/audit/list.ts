import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { activity, activityKinds } from '#contract/activity.ts'
import { daysOf, type ListRequest } from '#contract/listing.ts'
import { firstIdOf } from '#server/db/ids.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import { keysetPage } from '#server/lists/cursor.ts'
import { mergeDays } from '#server/lists/merge-days.ts'
import { countLines } from './seals.ts'

type Line = Schema['activity']
type Condition = Expression<SqlBool>

/** A person and all names that they have had. */
type Somebody = { id: string; names: readonly string[] }

/**
 * Returns one page of the activity with the total of all matching lines. The lines are in the order of their ids, which begin with their times.
 * `of` restricts the page to this user. Throws a 422 for a cursor of another list.
 */
export async function linesOf(db: Database, request: ListRequest, of: Somebody | undefined) {
  const { limit, order, total: known } = request
  const isNewest = order === 'newest'
  const page = keysetPage('activity', request, ['id'])
  const start = page.after ? [sql<SqlBool>`id ${sql.raw(isNewest ? '<' : '>')} ${page.after[0]}`] : []
  const arms = armsOf(request, of)
  const sorted = sql.raw(`order by id ${isNewest ? 'desc' : 'asc'} limit ${limit + 1}`)
  const each = arms.map((arm) => sql`select * from (select * from activity where ${and([...arm, ...start])} ${sorted}) as arm`)
  const { rows } = await (sql`${sql.join(each, sql` union all `)} ${sorted}` as RawBuilder<Line>).execute(db)
  const isWhole = of === undefined && Object.keys(request.filters).length === 0
  const total = known ?? (isWhole ? (await countLines(db)) - (await countBatched(db)) : await countOf(db, arms))
  const { shown, next } = page.cut(rows)
  return { lines: shown, total, next }
}

/** Returns the names of all authors, including former names and erased users. The index leads from name to name, however many lines each has. */
export async function namesIn(db: Database): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`(select min(by_name) from activity where ${after})`
  const { rows } = await sql<{ name: string }>`with recursive names (name) as
    (select ${next(sql`1 = 1`)} union all select ${next(sql`by_name > name`)} from names where name is not null)
    select name from names where name is not null`.execute(db)
  return rows.map(({ name }) => name)
}

/** The number of lines that lists leave out, because the line of their batch stands for them. */
const countBatched = (db: Database) => countOf(db, [[sql<SqlBool>`kind = 'batched'`]])

async function countOf(db: Database, arms: Condition[][]): Promise<number> {
  const counts = arms.map((arm) => sql`select count(*) as n from activity where ${and(arm)}`)
  const { rows } = await sql<{ n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.reduce((sum, { n }) => sum + n, 0)
}

/** The most union branches: each repeats all values, and SQLite takes 32,766 values in a statement. */
const mostArms = 50

/** The union branches of a request, one for each user with each kind. An index has each in order, and no line is in two of them. */
function armsOf(request: ListRequest, of: Somebody | undefined): Condition[][] {
  const { filters } = mergeDays(activity.list.listing, request)
  const { byName = of?.names ?? [], kind = Object.keys(activityKinds), at = [] } = filters
  const names = of ? byName.filter((name) => of.names.includes(name)) : byName
  if (of && names.length === 0) return [[sql<SqlBool>`1 = 0`]]
  const own = of ? [sql<SqlBool>`by_id = ${of.id}`] : []
  const always = [...own, ...(at.length > 0 ? [anyOf(at.map(within))] : [])]
  const people = names.length > 0 ? names.map((name) => [sql<SqlBool>`by_name = ${name}`]) : [[]]
  const kinds = kind.map((each) => sql<SqlBool>`kind = ${each}`)
  const some = kinds.length * people.length > mostArms ? [[anyOf(kinds)]] : kinds.map((each) => [each])
  return people.flatMap((person) => some.map((each) => [...person, ...each, ...always]))
}

/** Returns the condition for days in the chain's own time zone, which end at another time than days in UTC. */
function within(days: string): Condition {
  const { from, to } = daysOf(days)
  const begin = from === '' ? [] : [sql<SqlBool>`id >= ${firstIdOf(midnight(from, 0))}`]
  const end = to === '' ? [] : [sql<SqlBool>`id < ${firstIdOf(midnight(to, 1))}`]
  return and([...begin, ...end])
}

function midnight(day: string, later: number): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

const anyOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`
const and = (conditions: Condition[]): Condition => (conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` and `)})`)
