import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/schema.ts'

export const required = (column: ColumnDefinitionBuilder) => column.notNull()

type Columns = (table: CreateTableBuilder<string>) => CreateTableBuilder<string, string>

/** Creates a table of records: the columns that all such tables have, and its `own`. */
export async function recordTable(trx: Transaction, name: string, own: Columns) {
  const table = trx.schema
    .createTable(name)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
  await own(table as CreateTableBuilder<string>).execute()
  await sql`create index ${sql.ref(`${name}_live`)} on ${sql.table(name)} (id) where deleted_at is null`.execute(trx)
}
