import { type CreateTableBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Transaction } from '#server/db/schema.ts'
import { createSearchIndex } from '#server/lists/search-index.ts'
import { recordTable, required } from './record-table.ts'

/**
 * A table of records and the abilities of its list. They are written out, because the contract may change but a released migration must not.
 * All names are as in SQL.
 */
type ListedTable = {
  columns: Record<string, 'text' | 'integer'>
  /** The columns that may be null. */
  nullable?: readonly string[]
  /** The columns of each order, the default order first; `[]` is the order by age. */
  orders: readonly (readonly string[])[]
  /** The text columns with an alphabetical order, each an order of its own. */
  alphabetical?: readonly string[]
  /** The columns of filters: each has an index with each order. */
  filters?: readonly string[]
  /** The columns of filters that match few records: they have an index with the default order only. */
  rareFilters?: readonly string[]
}

/**
 * Creates a table of records with all that its list needs: the search index, a sort key for each alphabetical order, and the indexes.
 *
 *     up: (trx) => listedTable(trx, 'posts', { columns: { title: 'text', date: 'text' }, orders: [['date'], []], filters: ['date'] })
 */
export async function listedTable(trx: Transaction, name: string, listed: ListedTable): Promise<void> {
  const { columns, nullable = [], orders, alphabetical = [], filters = [], rareFilters = [] } = listed
  const missing = [...orders.flat(), ...alphabetical, ...filters, ...rareFilters].filter((column) => !(column in columns))
  if (missing.length > 0) throw new Error(`The table ${name} has no column ${missing.join(', ')}: see its migration.`)
  await recordTable(trx, name, (table) =>
    Object.entries(columns).reduce<CreateTableBuilder<string, string>>(
      (made, [column, type]) => made.addColumn(column, type, (it) => (nullable.includes(column) ? it : required(it))),
      table,
    ),
  )
  for (const column of alphabetical) await addSortColumn(trx, name, column)
  await createSearchIndex(trx, name)
  await addTrashIndex(trx, name, ['deleted_at', 'id'])
  const sorted = [...orders, ...alphabetical.map((column) => [sortColumnInSql(column)])]
  // The index of an order also serves a filter on its first column.
  const alone = filters.filter((column) => !sorted.some(([first]) => first === column))
  const indexes = [
    ...sorted.filter((by) => by.length > 0),
    ...alone.flatMap((column) => sorted.map((by) => [column, ...by])),
    ...rareFilters.map((column) => [column, ...(sorted[0] ?? [])]),
  ]
  for (const by of indexes) await addIndex(trx, name, by)
}

const sortColumnInSql = (column: string) => `${column}_sort`

/** Adds a sort key column, sorted by code point on both databases, whichever language a database was created for. */
export async function addSortColumn(trx: Transaction, table: string, column: string) {
  const collation = sql.raw(isPostgres(trx) ? 'collate "C"' : '')
  await sql`alter table ${sql.table(table)} add column ${sql.ref(sortColumnInSql(column))} text ${collation} not null default ''`.execute(
    trx,
  )
}

/** Adds an index of deleted records. The trash shows the latest deletion first; its index once was by id, as old migrations make it. */
export async function addTrashIndex(trx: Transaction, table: string, columns: readonly string[] = ['id']) {
  const by = sql.join(columns.map((column) => sql.ref(column)))
  await sql`create index ${sql.ref(`${table}_trash`)} on ${sql.table(table)} (${by}) where deleted_at is not null`.execute(trx)
}

/** Adds an index of live records; the id is always its last column. */
export async function addIndex(trx: Transaction, table: string, columns: readonly string[]) {
  const by = sql.join([...columns, 'id'].map((column) => sql.ref(column)))
  const name = sql.ref(`${table}_by_${columns.join('_')}`)
  await sql`create index ${name} on ${sql.table(table)} (${by}) where deleted_at is null`.execute(trx)
}
