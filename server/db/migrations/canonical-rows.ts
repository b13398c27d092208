import { type RawBuilder, sql } from 'kysely'
import { oneLine, severalLines } from '#contract/text.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { pagesById } from '#server/db/pages-by-id.ts'
import type { Transaction } from '#server/db/schema.ts'
import { sortKey } from '#server/lists/tokenizer.ts'

/** A row by the names in SQL; `null` becomes `''`. */
export type Row = { id: string } & Record<string, string>

/** A table whose texts get their canonical form, together with the columns derived from them. All names are as in SQL. */
export type TextTable = {
  name: string
  /** The single-line columns, and the multi-line columns. */
  lines: readonly string[]
  paragraphs?: readonly string[]
  /** Columns with a form of their own: the function returns the value to store. */
  others?: Readonly<Record<string, (text: string, row: Row) => string>>
  /** More columns that the functions in `others` read. */
  read?: readonly string[]
  sort?: string
  /** The column with the record's title in the uses of images. */
  title?: string
}

/** The rows read at a time; only changed rows are written. */
const page = 1_000

/**
 * Converts the texts of a table to their canonical form, and the sort keys and titles derived from them. The search index is rebuilt after the
 * migrations.
 */
export async function makeCanonical(trx: Transaction, table: TextTable): Promise<void> {
  for await (const rows of pagesById((after, size) => rowsAfter(trx, table, after, size), page)) {
    const changes = rows.flatMap((before) => {
      const after = canonicalRow(table, before)
      return after ? [{ before, after }] : []
    })
    if (changes.length === 0) continue
    await write(trx, table, changes)
  }
}

const textColumns = ({ lines, paragraphs = [], others = {} }: TextTable) => [...lines, ...paragraphs, ...Object.keys(others)]

async function rowsAfter(trx: Transaction, table: TextTable, after: string, size: number): Promise<Row[]> {
  const { name, read = [] } = table
  return namedRows(trx, name, ['deleted_at', ...textColumns(table), ...read], sql`where id > ${after} order by id limit ${size}`)
}

/** Reads rows by the column names in SQL. The caller's plugin may convert column names to camel case, but leaves aliases such as `c1` unchanged. */
export async function namedRows(trx: Transaction, table: string, columns: readonly string[], which: RawBuilder<unknown>): Promise<Row[]> {
  const named = columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(`c${at}`)}`)
  const { rows } = await sql<Row>`select id, ${sql.join(named)} from ${sql.table(table)} ${which}`.execute(trx)
  return rows.map((row) => {
    const values: Row = { id: row.id }
    for (const [at, column] of columns.entries()) values[column] = row[`c${at}`] ?? ''
    return values
  })
}

/** Returns the row with canonical texts; `undefined` if all are canonical already. */
function canonicalRow({ lines, paragraphs = [], others = {} }: TextTable, row: Row): Row | undefined {
  const texts: Record<string, string> = {}
  for (const column of lines) texts[column] = oneLine(row[column] ?? '')
  for (const column of paragraphs) texts[column] = severalLines(row[column] ?? '')
  for (const [column, form] of Object.entries(others)) texts[column] = form(row[column] ?? '', row)
  return Object.entries(texts).some(([column, text]) => text !== row[column]) ? ({ ...row, ...texts } as Row) : undefined
}

type Change = { before: Row; after: Row }

async function write(trx: Transaction, table: TextTable, changes: Change[]) {
  const { name, sort, title } = table
  const columns = textColumns(table)
  const rows = changes.map(({ after }) => [...columns.map((column) => after[column] ?? ''), ...(sort ? [sortKey(after[sort] ?? '')] : [])])
  await updateById(trx, name, sort ? [...columns, `${sort}_sort`] : columns, changes, rows)
  const renamed = title ? changes.filter(({ before, after }) => before[title] !== after[title]) : []
  for (const { after } of renamed)
    await sql`update image_uses set title = ${after[title ?? '']} where resource = ${name} and record_id = ${after.id}`.execute(trx)
}

/** Writes the values of `columns` from `rows` to the rows with the ids of `changes`. */
async function updateById(trx: Transaction, name: string, columns: string[], changes: Change[], rows: string[][]) {
  const values = rows.map((row, at) => sql`(${sql.join([changes[at]?.after.id, ...row].map((value) => cast(trx, value ?? '')))})`)
  const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`)
  await sql`with given (given_id, ${sql.join(columns.map((column) => sql.ref(column)))}) as (values ${sql.join(values)})
    update ${sql.table(name)} set ${sql.join(set)} from given where ${sql.ref(`${name}.id`)} = given_id`.execute(trx)
}

const cast = (trx: Transaction, value: string): RawBuilder<string> => (isPostgres(trx) ? sql`${value}::text` : sql`${value}`)
