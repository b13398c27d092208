import { type RawBuilder, sql } from 'kysely'
import { oneLine, severalLines } from '#contract/text.ts'
import { isPostgres } from '#server/database/dialect.ts'
import { pagesById } from '#server/database/pages.ts'
import type { Transaction } from '#server/database/schema.ts'
import { sortKey } from '#server/lists/tokenizer.ts'

/** `null` is ''. */
export type Row = { id: string } & Record<string, string>

/** A table whose texts get their canonical form, with what is kept beside them. All is called as in SQL. */
export type TextTable = {
  name: string
  /** The columns of one line, and of several. */
  lines: readonly string[]
  paragraphs?: readonly string[]
  /** Columns with a form of their own; what they answer is stored. */
  others?: Readonly<Record<string, (text: string, row: Row) => string>>
  /** More columns that `others` goes by. */
  read?: readonly string[]
  sort?: string
  /** What a record is called where it uses an image. */
  title?: string
}

/** Many rows are read at a time, and only those that change are written. */
const page = 1_000

/** Brings the texts of a table into their canonical form, with the sort keys and titles that come of them; the search index is rebuilt after the migrations. */
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

/** Whoever runs this may have the names of columns turned into those of the program: `c1` has no other. */
export async function namedRows(trx: Transaction, table: string, columns: readonly string[], which: RawBuilder<unknown>): Promise<Row[]> {
  const named = columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(`c${at}`)}`)
  const { rows } = await sql<Row>`select id, ${sql.join(named)} from ${sql.table(table)} ${which}`.execute(trx)
  return rows.map((row) => {
    const values: Row = { id: row.id }
    for (const [at, column] of columns.entries()) values[column] = row[`c${at}`] ?? ''
    return values
  })
}

/** The row with its texts in their form; `undefined` where all have it. */
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

/** Writes `rows`, each with the values of `columns`, over those of the ids of `changes`. */
async function updateById(trx: Transaction, name: string, columns: string[], changes: Change[], rows: string[][]) {
  const values = rows.map((row, at) => sql`(${sql.join([changes[at]?.after.id, ...row].map((value) => cast(trx, value ?? '')))})`)
  const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`)
  await sql`with given (given_id, ${sql.join(columns.map((column) => sql.ref(column)))}) as (values ${sql.join(values)})
    update ${sql.table(name)} set ${sql.join(set)} from given where ${sql.ref(`${name}.id`)} = given_id`.execute(trx)
}

const cast = (trx: Transaction, value: string): RawBuilder<string> => (isPostgres(trx) ? sql`${value}::text` : sql`${value}`)
