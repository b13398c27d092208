import { type RawBuilder, sql } from 'kysely'
import type { Filter, Listing } from '#contract/listing.ts'
import { fireAndForget } from './fire-and-forget.ts'
import type { Database, RecordTables, Transaction } from './schema.ts'
import { sqlName } from './search.ts'

/**
 * How many live records of a table have which values in the fields that it is filtered by: to count a third of a million rows one by one
 * takes longer than everything else that a list does. A tally is the table grouped by those columns, under their names, so a filter's
 * condition on the records is one on the tally as well, and the total is the sum of `n`.
 *
 * A change adds rows and alters none: else those who book for the same evening would wait for each other on PostgreSQL. Now and then a
 * change gathers what has come together.
 */
const tallyOf = (table: string) => sql.table(`${sqlName(table)}_tally`)

/** What a column of a tally holds: the field's own text or number, or only whether there is one. */
export type TallyColumns = Record<string, 'text' | 'integer' | 'presence'>

/** The columns of a listing's tally; none where its records are counted one by one. */
export const talliedColumns = ({ filters }: Listing): TallyColumns =>
  Object.fromEntries(
    Object.entries<Filter>(filters)
      .filter(([, filter]) => isTallied(filter))
      .map(([name, filter]) => {
        if (filter.kind === 'presence') return [filter.field, 'presence']
        return [name, filter.kind === 'choice' && filter.number ? 'integer' : 'text']
      }),
  )

/** Whether the tally knows what this filter asks for. Values that few records have are counted as fast without, and there are many of them. */
export const isTallied = (filter: Filter | undefined): boolean =>
  filter !== undefined && filter.kind !== 'own' && !(filter.kind === 'text' && filter.isRare)

/** How many records have what `condition` says, as a query. */
export const sumOf = (table: string, condition: RawBuilder<unknown>): RawBuilder<{ total: number | string }> =>
  sql`select coalesce(sum(n), 0) as total from ${tallyOf(table)} where ${condition}`

/** How many have which values in these columns, as a query: `n` of each. */
export function sumsOf(table: string, fields: readonly string[], condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql.join(fields.map((field) => sql.ref(field)))
  return sql`select ${columns}, sum(n) as n from ${tallyOf(table)} where ${condition} group by ${columns} having sum(n) <> 0`
}

type Row = RecordTables[keyof RecordTables]
type Cell = Record<string, string | number>

/** Answers what keeps a table's tally when a row changes from `before` (`undefined`: it is new) to `after`. One change in `gatherEvery` gathers. */
export function tallyKeeper(table: keyof RecordTables, listing: Listing, gatherEvery = 500) {
  const types = talliedColumns(listing)
  const columns = Object.keys(types)
  const names = sql.join([...columns, 'n', 'isNew'].map((name) => sql.ref(name)))

  /** The values of a row that counts. */
  const cellOf = (row: Row | undefined): (string | number)[] | undefined =>
    row === undefined || row.deletedAt !== null ? undefined : columns.map((name) => valueIn(row, name))

  function valueIn(row: Row, name: string): string | number {
    const value = (row as unknown as Cell)[name] ?? ''
    return types[name] === 'presence' && value !== '' ? somewhere : value
  }

  function insertion(values: (string | number)[]) {
    const width = columns.length + 2
    const rows = Array.from({ length: values.length / width }, (_, row) => sql`(${sql.join(values.slice(row * width, (row + 1) * width))})`)
    return sql`insert into ${tallyOf(table)} (${names}) values ${sql.join(rows)}`
  }

  /** Every row is taken by one who adds it again in the same transaction, whoever else gathers at the same moment. */
  async function gather(trx: Transaction) {
    const key = sql.join(columns.map((name) => sql.ref(name)))
    const { rows } = await sql<Cell>`delete from ${tallyOf(table)}
      where (${key}) in (select ${key} from ${tallyOf(table)} where is_new = 1) returning *`.execute(trx)
    const cells = Map.groupBy(rows, (row) => JSON.stringify(columns.map((name) => row[name])))
    const sums = [...cells.values()].map((same): Cell => ({ ...same[0], n: same.reduce((sum, { n }) => sum + Number(n), 0) }))
    const left = sums.filter(({ n }) => n !== 0)
    if (left.length === 0) return
    const values = left.flatMap((cell) => [...columns.map((name) => cell[name] ?? ''), cell.n ?? 0, 0])
    await fireAndForget(trx, insertion(values))
  }

  return async function keepTally(trx: Transaction, before: Row | undefined, after: Row): Promise<void> {
    if (columns.length === 0) return
    const [had, has] = [cellOf(before), cellOf(after)]
    const isSame = had && has && had.every((value, at) => value === has[at])
    if (!isSame && (had || has)) await fireAndForget(trx, insertion([...(had ? [...had, -1, 1] : []), ...(has ? [...has, 1, 1] : [])]))
    if (Math.random() < 1 / gatherEvery) await gather(trx)
  }
}

/** What stands in a tally for any address of an image. */
const somewhere = 'x'

/** Makes the tally of a table and counts what is there; for migrations. All is called as in SQL. */
export async function createTally(db: Database, table: string, columns: TallyColumns): Promise<void> {
  const all = Object.entries(columns)
  const names = sql.join(all.map(([name]) => sql.ref(name)))
  const typed = all.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type === 'integer' ? 'integer' : 'text')} not null, `)
  await sql`create table ${tallyOf(table)} (${sql.join(typed, sql``)} n integer not null, is_new integer not null)`.execute(db)
  await countAnew(db, table, columns)
  await sql`create index ${sql.ref(`${table}_tally_cells`)} on ${tallyOf(table)} (${names}, n)`.execute(db)
  await sql`create index ${sql.ref(`${table}_tally_new`)} on ${tallyOf(table)} (is_new) where is_new = 1`.execute(db)
}

/** Counts row by row what stands in a table, for whoever filled it in big steps. */
export async function countAnew(db: Database, table: string, columns: TallyColumns): Promise<void> {
  const values = Object.entries(columns).map(([name, type]) =>
    type === 'presence' ? sql`case when ${sql.ref(name)} = '' then '' else ${sql.lit(somewhere)} end` : sql.ref(name),
  )
  await sql`delete from ${tallyOf(table)}`.execute(db)
  await sql`insert into ${tallyOf(table)} select ${sql.join(values)}, count(*), 0 from ${sql.table(table)}
    where deleted_at is null group by ${sql.join(values.map((_, at) => sql.raw(String(at + 1))))}`.execute(db)
}
