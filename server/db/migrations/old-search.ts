import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Transaction } from '#server/db/schema.ts'

/**
 * The search index and the tallies of versions before 029, as far as migrations before it need them. They stay empty: migration 029 drops
 * them, and no version runs in between.
 */

export type TallyColumns = Record<string, 'text' | 'integer' | 'presence'>

export async function createSearchIndex(trx: Transaction, table: string): Promise<void> {
  if (isPostgres(trx)) {
    await sql`alter table ${sql.table(table)} add column words tsvector not null default ''`.execute(trx)
    return
  }
  await sql`alter table ${sql.table(table)} add column search_id integer`.execute(trx)
  await sql`update ${sql.table(table)} set search_id = rowid`.execute(trx)
  await sql`create unique index ${sql.ref(`${table}_search`)} on ${sql.table(table)} (search_id)`.execute(trx)
  await createWords(trx, `${table}_words`)
}

export async function createWords(trx: Transaction, name: string): Promise<void> {
  await sql`create virtual table ${sql.table(name)} using fts5 (words, tokenize = 'ascii', detail = 'none', columnsize = 0)`.execute(trx)
}

export async function createTally(trx: Transaction, table: string, columns: TallyColumns): Promise<void> {
  const typed = Object.keys(columns).map((name): RawBuilder<unknown> => sql`${sql.ref(name)} text, `)
  await sql`create table ${sql.table(`${table}_tally`)} (${sql.join(typed, sql``)} n integer)`.execute(trx)
}
