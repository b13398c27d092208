import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { type Column, conditions, inOrder, notByIndex, type Question } from './filters.ts'
import type { Database } from './schema.ts'
import { sqlName } from './search.ts'

/** By which columns, the first deciding, in which direction, and after which row. */
export type Sorting = { columns: readonly string[]; isDescending: boolean; start: Expression<SqlBool> | undefined }

type Rows = { execute: () => Promise<object[]>; compile: () => ReturnType<RawBuilder<object>['compile']> }

/**
 * The ways to a page. `inOrder` leaves everything to the database: PostgreSQL knows how common a value is. SQLite doesn't, so with
 * something to be checked row by row it is told: to collect what is asked for and sort it, where that is little, or else to walk
 * through the list in its order as far as a walk may take, which the common is found by soon.
 */
export type Ways = { inOrder: Rows } | { few: number; collected: Rows; walked: () => Promise<Rows> }

export const usualLimits = {
  /** Up to so many rows that a search has found are collected and sorted in less time than a walk may take. */
  few: 5_000,
  /** So many rows are looked at in one walk, and no more: what is asked for may stand at the other end. */
  walk: 10_000,
}

/** Comes past the limit by one row, where there is one. */
export async function readPage(ways: Ways, limit: number, total: number): Promise<object[]> {
  if ('inOrder' in ways) return ways.inOrder.execute()
  const walked = total > ways.few ? await (await ways.walked()).execute() : undefined
  return walked && walked.length > limit ? walked : ways.collected.execute()
}

export function waysTo(db: Database, question: Question, sorting: Sorting, { few, walk }: typeof usualLimits): Ways {
  const { columns, isDescending, start } = sorting
  const table = sql.table(sqlName(question.table))
  const { trash, limit, q } = question.wanted
  const { arms, checked } = inOrder(question)
  const from = start ? [start] : []
  const by = (column: Column) => sql.join(columns.map((name) => sql`${column(name)}${sql.raw(isDescending ? ' desc' : '')}`))
  const ordered = by(sql.ref)
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
  if (hasOrder || trash || isPostgres(db)) return { inOrder: rows(where(all)) }
  return {
    // What is collected for filters alone isn't what is found, but whatever the best of them lets through.
    few: q === '' ? Math.min(limit, few) : few,
    collected: rows(where(all, by(notByIndex))),

    async walked() {
      const answered = [...arms.flat(), ...from]
      const names = sql.join(columns.map((name) => sql.ref(name)))
      const { rows: found } = await sql<Record<string, string | number>>`select ${names} from ${table}
        where ${sql.join(answered, sql` and `)} order by ${ordered} limit 1 offset ${walk}`.execute(db)
      const values = found.map((row) => columns.map((name) => row[name] ?? ''))
      return rows(where([...arms.flat(), ...values.map((at) => comesAfter(columns, !isDescending, at)), ...checked]))
    },
  }
}

/** Compared as one value, which an index on these columns answers: (date, time, id) > ('2026-03-01', '19:30', …). */
export function comesAfter(columns: readonly string[], isDescending: boolean, at: readonly (string | number)[]): Expression<SqlBool> {
  const row = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${row}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(at)})`
}
