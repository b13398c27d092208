import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { fireAndForget } from './fire-and-forget.ts'
import type { Database, Transaction } from './schema.ts'
import { phoneEnd, searchTerms } from './words.ts'

/**
 * The search index of a table of records. It is the one place where each database uses its own means, and both give the same answer: SQLite
 * keeps the words in an FTS5 table beside it, row by row under `search_id`; PostgreSQL keeps them in the row, in the column `words`.
 * The words of deleted records carry a mark, so that the index alone can say how many of the others have a word.
 */

/** Stands before the words of what is deleted: no letter and no digit, so nobody searches for it. */
const mark = '†'

/** Takes the index into a table that has none yet; for migrations, which fill it with `indexRows`. `table` is called as in SQL. */
export async function createSearchIndex(db: Database, table: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table ${sql.table(table)} add column words tsvector not null default ''`.execute(db)
    return
  }
  await sql`alter table ${sql.table(table)} add column search_id integer`.execute(db)
  await sql`update ${sql.table(table)} set search_id = rowid`.execute(db)
  await sql`create unique index ${sql.ref(`${table}_search`)} on ${sql.table(table)} (search_id)`.execute(db)
  await createWords(db, `${table}_words`)
}

/** Of SQLite: an index of words under that name, empty. */
export async function createWords(db: Database, name: string): Promise<void> {
  // The words come folded and apart: all that this tokenizer does is to take them as they are.
  await sql`create virtual table ${sql.table(name)} using fts5
    (words, tokenize = 'ascii', prefix = '1 2 3 4', detail = 'none', columnsize = 0)`.execute(db)
}

/** What a record is found by: `words` of `searchWords`, and `values` of `valueWords`, which SQLite alone keeps. */
export type Findable = { isDeleted: boolean; words: readonly string[]; values: readonly string[] }

/** A row that has its place in the index but no words in it yet; `searchId` is SQLite's. */
export type Indexed = Findable & { id: string; searchId?: number }

/** Takes the words of many rows into the index at once. */
export async function indexRows(db: Database, table: string, rows: readonly Indexed[]): Promise<void> {
  if (rows.length === 0) return
  if (isPostgres(db)) {
    const values = rows.map((row) => sql`(${row.id}, ${sql.val(keptWords(db, row))}::text[])`)
    await sql`update ${sql.table(table)} set words = array_to_tsvector(given.words) from (values ${sql.join(values)}) as given (id, words)
      where ${sql.ref(`${table}.id`)} = given.id`.execute(db)
    return
  }
  const values = rows.map((row) => sql`(${row.searchId}, ${keptWords(db, row).join(' ')})`)
  await sql`insert into ${sql.table(`${table}_words`)} (rowid, words) values ${sql.join(values)}`.execute(db)
}

/** What PostgreSQL searches by; after all rows have their words, because that is so much faster. */
export async function finishSearchIndex(db: Database, table: string): Promise<void> {
  if (isPostgres(db)) await sql`create index ${sql.ref(`${table}_words`)} on ${sql.table(table)} using gin (words)`.execute(db)
}

/** The words as the index of this database has them. */
export function keptWords(db: Database, { isDeleted, words, values }: Findable): readonly string[] {
  if (isDeleted) return words.map((word) => mark + word)
  return isPostgres(db) ? words : [...words, ...values]
}

/**
 * What the row of a new record carries for it: on PostgreSQL its words, because a second statement would write the row twice, and to find it by
 * its id collides with whoever else makes a record at that moment; on SQLite its place. `table` is called as in `Schema`, `words` are `keptWords`.
 */
export const indexedColumns = (db: Database, table: string, words: unknown) =>
  isPostgres(db)
    ? { words: sql`array_to_tsvector(${words}::text[])` }
    : { searchId: sql`(select coalesce(max(search_id), 0) + 1 from ${sql.table(table)})` }

/** Keeps what a record is found by now, in place of what it was found by `before`; of a new one (`undefined`) PostgreSQL's row has it. */
export async function indexWords(db: Database, table: string, id: string, now: Findable, before: Findable | undefined): Promise<void> {
  if (isPostgres(db) && !before) return
  const kept = keptWords(db, now)
  if (before && JSON.stringify(kept) === JSON.stringify(keptWords(db, before))) return
  if (isPostgres(db))
    await sql`update ${sql.table(table)} set words = array_to_tsvector(${sql.val(kept)}::text[]) where id = ${id}`.execute(db)
  else await fireAndForget(db as Transaction, keepWords(table, id, kept.join(' ')))
}

/** One row of values: for what is selected SQLite would make a savepoint, at which FTS5 writes its words out, and that is half of all the work. */
const keepWords = (table: string, id: string, words: string) => sql`insert or replace into ${sql.table(`${table}_words`)} (rowid, words)
    values ((select search_id from ${sql.table(table)} where id = ${id}), ${words})`

/** What is searched for: words in one table, of what is deleted or of what is not. `among`: what filters ask for as well, where SQLite has words for that (`valuesAskedFor`). */
export type Search = { table: string; q: string; trash: boolean; among: readonly string[] | undefined }

/** Whether a row has what is searched for, told by the index; `undefined` where nothing is searched for. */
export function matches(db: Database, search: Search, column = sql.ref(`${search.table}.words`)): Expression<SqlBool> | undefined {
  const { table, q, trash } = search
  const alternatives = alternativesIn(q, trash)
  if (alternatives.length === 0) return undefined
  if (isPostgres(db)) return sql`${column} @@ ${query(alternatives, { and: '&', or: '|', begins: (word) => `'${word}':*` })}::tsquery`
  return sql`${sql.ref(`${table}.searchId`)} in (select rowid from ${wordsOf(table)} where ${found(search)})`
}

/** Whether a row that is not deleted has a telephone number that ends in these digits, told by the index. So many have its beginning; few have its end. */
export function hasNumber(db: Database, table: string, end: string): Expression<SqlBool> {
  const word = phoneEnd(end)
  if (isPostgres(db)) return sql`${sql.ref(`${table}.words`)} @@ ${`'${word}'`}::tsquery`
  return sql`${sql.ref(`${table}.searchId`)} in (select rowid from ${wordsOf(table)} where ${sql.ref(`${table}_words`)} match ${`"${word}"`})`
}

/** The same, told by the words of the row itself. Faster where most rows have what is searched for. */
export function holdsWords(db: Database, search: Search): Expression<SqlBool> | undefined {
  const { table, q, trash } = search
  const alternatives = alternativesIn(q, trash)
  if (alternatives.length === 0) return undefined
  // No index answers that.
  if (isPostgres(db)) return sql`case when ${matches(db, search, sql.ref('words'))} then true else false end`
  const begins = (word: string) => sql`instr(' ' || words, ${` ${word}`}) > 0`
  const any = (spellings: string[]) => sql`(${sql.join(spellings.map(begins), sql` or `)})`
  const all = (terms: string[][]) => sql`(${sql.join(terms.map(any), sql` and `)})`
  return sql`exists (select 1 from ${wordsOf(table)} where ${sql.ref(`${table}_words.rowid`)} = ${sql.ref(`${table}.searchId`)}
    and (${sql.join(alternatives.map(all), sql` or `)}))`
}

/** Whether anything is searched for: signs alone are no words. */
export const asksForWords = ({ q }: Search): boolean => searchTerms(q).length > 0

/** Of SQLite: how many rows have what is searched for, without looking at them. */
export const countMatches = (search: Search): RawBuilder<{ total: number }> =>
  sql`select count(*) as total from ${wordsOf(search.table)} where ${found(search)}`

/** What a table or a column is called in SQL: `promoCodes` is `promo_codes`. */
export const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const wordsOf = (table: string) => sql.table(`${table}_words`)

const alternativesIn = (q: string, trash: boolean): string[][][] =>
  searchTerms(q).map((all) => all.map((spellings) => (trash ? spellings.map((word) => mark + word) : spellings)))

function found({ table, q, trash, among = [] }: Search) {
  const words = query(alternativesIn(q, trash), { and: 'AND', or: 'OR', begins: (word) => `"${word}"*` })
  return sql<SqlBool>`${sql.ref(`${table}_words`)} match ${[`(${words})`, ...among].join(' AND ')}`
}

type Signs = { and: string; or: string; begins: (word: string) => string }

/** The alternatives in the language of one of the two. Words hold nothing but letters, digits and our signs, so nothing in them has to be escaped. */
function query(alternatives: string[][][], { and, or, begins }: Signs): string {
  const any = (spellings: string[]) => `(${spellings.map(begins).join(` ${or} `)})`
  return alternatives.map((all) => `(${all.map(any).join(` ${and} `)})`).join(` ${or} `)
}
