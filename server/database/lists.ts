import { sql } from 'kysely'
import { type Listing, orderNamed, orderOf, type Wanted } from '#contract/listing.ts'
import { countFound, countQuery, findExactly, findKnown } from './counts.ts'
import { cursorOf, placeOf } from './cursor.ts'
import type { Question } from './filters.ts'
import type { Found } from './postings/find.ts'
import type { Database, RecordTables } from './schema.ts'
import { sqlName } from './search.ts'
import { hasIndex, readPage, usualLimits, waysTo } from './ways.ts'

export type ListedRows<Row> = { rows: Row[]; total: number; next: string | undefined }

/** The column that a text is sorted by: see `sortKey`. */
export const sortColumn = (field: string) => `${field}Sort`

/** The fields of a listing that are sorted by their letters. */
export const sortedFields = (listing: Listing): string[] =>
  Object.values(listing.orders).flatMap(({ by, isAlphabetical }) => (isAlphabetical ? by : []))

/**
 * One page of a table's records: what `wanted` asks for, in its order, with the number of all of them and the cursor of what follows.
 * Pages go by where the last one ended and not by counting, so nothing is repeated or skipped, whatever comes and goes meanwhile.
 * Refuses a cursor of another list or order (422).
 */
export async function listRows<Table extends keyof RecordTables>(
  db: Database,
  question: Question<Table>,
  limits = usualLimits,
): Promise<ListedRows<RecordTables[Table]>> {
  const { limit, after, total: known } = question.wanted
  // Where a tally knows the total and an index has the page, the postings aren't asked.
  const found = await (hasIndex(db, question) ? findKnown(db, question) : findExactly(db, question))
  const { pages, placeOfRow } = queries(db, question, limits, found)
  const total = known ?? (await countFound(db, question, found))
  const rows = (await readPage(pages, limit, total)) as RecordTables[Table][]
  const shown = firstOf(rows.slice(0, limit))
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? placeOfRow(last) : undefined
  const isWhole = after === undefined && next === undefined
  return { rows: shown, total: isWhole ? shown.length : total, next }
}

/** A page ends before the row that takes it past this many bytes: a thousand of the longest records would take 60 MB. */
const mostBytes = 1_000_000

/** The rows that one page holds, at least one where there is any. */
export function firstOf<Row>(rows: Row[]): Row[] {
  let bytes = 0
  const tooMany = rows.findIndex((row, at) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return at > 0 && bytes > mostBytes
  })
  return tooMany === -1 ? rows : rows.slice(0, tooMany)
}

/**
 * The queries that a list comes from, not run yet: the ways to its page, each with one row more than wanted to tell whether anything follows, and
 * its total. `found`: what the postings know of it.
 */
export function queries<Table extends keyof RecordTables>(db: Database, question: Question<Table>, limits = usualLimits, found?: Found) {
  const { table, listing, wanted } = question
  const { columns, isDescending } = orderColumns(listing, wanted)
  const place = { list: sqlName(table), order: wanted.order }
  const after = wanted.after === undefined ? undefined : placeOf(wanted.after, place, columns.length)
  return {
    pages: waysTo(db, question, { columns, isDescending, after }, limits, found),
    count: countQuery(db, question),
    placeOfRow: (row: object) => cursorOf({ ...place, at: columns.map((column) => valueIn(row, column)) }),
  }
}

/** The most values of a filter that are told. */
const mostValues = 500

/** Every text that stands in a column of live records, in the order of the alphabet. Goes through an index from one value to the next, however many records have it. */
export async function valuesIn(db: Database, table: keyof RecordTables, field: string): Promise<string[]> {
  const [rows, column] = [sql.table(sqlName(table)), sql.ref(field)]
  const first = sql`select min(${column}) from ${rows} where deleted_at is null and ${column} > ''`
  const following = sql`select min(${column}) from ${rows} where deleted_at is null and ${column} > found.value`
  const { rows: found } = await sql<{ value: string }>`
    with recursive found (value) as (${first} union all select (${following}) from found where found.value is not null)
    select value from found where value is not null limit ${sql.lit(mostValues)}`.execute(db)
  return found.map(({ value }) => value).sort((a, b) => a.localeCompare(b))
}

const valueIn = (row: object, column: string) => (row as Record<string, string | number>)[column] ?? ''

function orderColumns(listing: Listing, { order: written }: Wanted): { columns: string[]; isDescending: boolean } {
  const { name, isTurned } = orderOf(written)
  const order = orderNamed(listing, name)
  if (!order) throw new Error(`The listing has no order ${name}.`)
  const columns = order.by.map((field) => (order.isAlphabetical ? sortColumn(field) : field))
  return { columns: [...columns, 'id'], isDescending: Boolean(order.descending) !== isTurned }
}
