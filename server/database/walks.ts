import { type Expression, type SqlBool, sql } from 'kysely'
import { type Column, inOrder, liveness, notByIndex, type Question, searchOf } from './filters.ts'
import type { Database } from './schema.ts'
import { asksForWords, matches, sqlName } from './search.ts'
import { comesAfter, orderBy, type Rows, type Sorting } from './sorting.ts'
import { daysAskedFor, valuesAskedFor } from './value-words.ts'

type Condition = Expression<SqlBool>

/** What is met in so many rows of a list. `isWhole`: nothing comes after them. */
export type Walk = { met: Rows; isWhole: boolean }

/**
 * Of SQLite: walks through a list in its order, as far as `most` rows. `rowByRow` looks at each, which what many have is met by soon.
 * `byDay`, in an order by days, asks the index of words what it has on the days of those rows. `page` reads what has all these conditions.
 */
export function walksThrough(
  db: Database,
  question: Question,
  { columns, isDescending, start }: Sorting,
  page: (conditions: Condition[], column?: Column) => Rows,
) {
  const { table, listing, wanted } = question
  const { arms, checked } = inOrder(db, question)
  const inArm = arms.flat()
  const [first = ''] = columns
  const search = searchOf(question)

  /** What the order goes by in the row that comes after so many others, seen from the other end if `isTurned`. */
  async function placeAt(offset: number, isTurned = false): Promise<(string | number)[] | undefined> {
    const { rows } = await sql<Record<string, string | number>>`select ${sql.join(columns.map((name) => sql.ref(name)))}
      from ${sql.table(sqlName(table))} where ${sql.join([...inArm, ...(start ? [start] : [])], sql` and `)}
      order by ${orderBy(columns, isDescending !== isTurned)} limit 1 offset ${offset}`.execute(db)
    return rows.map((row) => columns.map((name) => row[name] ?? ''))[0]
  }

  async function rowByRow(most: number): Promise<Walk> {
    const end = await placeAt(most)
    const until = end ? [comesAfter(columns, !isDescending, end)] : []
    return { met: page([...inArm, ...until, ...checked]), isWhole: !end }
  }

  async function byDay(most: number): Promise<Walk> {
    const end = await placeAt(most)
    const [begin, last] = [await placeAt(0), end ?? (await placeAt(0, true))]
    const found = begin && last && matches(db, { ...search, among: [...others, daysAskedFor([begin[0], last[0]].sort().join('..'))] })
    return { met: page(found ? [liveness(question), found] : inArm, notByIndex), isWhole: !end }
  }

  const { [first]: days = [], ...rest } = wanted.filters
  /** The other filters. One range of days has its end where the walk has. */
  const others = valuesAskedFor(listing, days.length > 1 ? wanted.filters : rest) ?? []
  const isByDay = listing.filters[first]?.kind === 'days' && asksForWords(search) && search.among !== undefined
  return { rowByRow, byDay: isByDay ? byDay : undefined }
}
