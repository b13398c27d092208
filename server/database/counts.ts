import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Listing, Wanted } from '#contract/listing.ts'
import { isPostgres } from './dialect.ts'
import { checkedConditions, conditions, filterConditions, type Question, searchOf } from './filters.ts'
import type { Blocks } from './postings/blocks.ts'
import { countEach } from './postings/each.ts'
import { type Few, type Found, fewOf, findPosted, rowsOf, sizeOf, unsureOf } from './postings/find.ts'
import { termOfValue } from './postings/terms.ts'
import type { Database, RecordTables } from './schema.ts'
import { asksForWords, countMatches, sqlName } from './search.ts'
import { isTallied, sumOf, sumsOf, talliedColumns } from './tallies.ts'

/** PostgreSQL counts in 64 bits and answers with text. */
type Count = RawBuilder<{ total: number | string }>

/** How many records are asked for, exactly: from what knows it soonest. */
export const countRows = async (db: Database, question: Question): Promise<number> =>
  countFound(db, question, await findKnown(db, question))

/** What the postings have found; nothing where a tally knows the total. */
export const findKnown = async (db: Database, question: Question): Promise<Found | undefined> =>
  isInTally(question) ? undefined : findExactly(db, question)

/** So many are looked at one by one sooner than an index of words counts them, and those as well that many others are sure beside. */
const fewChecked = { alone: 600, besides: 2_000 }

/** Which of those that were found and aren't sure are asked for, for as long as it is remembered what was found: nobody has changed any of these. */
const checked = new WeakMap<Blocks, string[]>()

/** What the postings have found; where few may be asked for or not, those that are. */
export async function findExactly(db: Database, question: Question): Promise<Found | undefined> {
  const found = await findPosted(db, question)
  if (!found || found.isExact) return found
  const { sure } = found
  // What was changed since isn't among what is remembered.
  const isSettled = found.changed.length === 0
  const known = isSettled ? checked.get(found.blocks) : undefined
  const few = known ? undefined : fewOf(unsureOf(found), sizeOf(sure) > 0 ? fewChecked.besides : fewChecked.alone)
  const ids = known ?? (few && (await idsOf(db, question, few)))
  if (!ids) return found
  if (isSettled) checked.set(found.blocks, ids)
  const changed = [...sure.changed, ...ids.map((id) => ({ id, terms: '' }))]
  const records = { blocks: sure.blocks, changed }
  return { ...found, ...records, total: sizeOf(records), isExact: true }
}

async function idsOf(db: Database, question: Question, few: Few): Promise<string[]> {
  const rows = rowsOf(db, question.table, few)
  const found = await sql<{ id: string }>`select id from ${rows} where ${and(checkedConditions(db, question))}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The same as `countRows` for whoever knows already what the postings have found. */
export const countFound = async (db: Database, question: Question, found: Found | undefined): Promise<number> =>
  found?.isExact ? found.total : Number((await countQuery(db, question).execute(db)).rows[0]?.total)

/** How many of what is asked for have each of these values in a field with few values or with a text. */
export async function countWithEach(db: Database, question: Question, filter: string, values: readonly string[]): Promise<number[]> {
  const found = isInTally(question) ? undefined : await findPosted(db, question)
  const terms = values.map((value) => termOfValue(filter, value))
  const counts = found?.isExact ? await countEach(db, question.table, found, terms) : undefined
  if (counts) return counts
  const { wanted } = question
  const one = (value: string) => ({ ...question, wanted: { ...wanted, filters: { ...wanted.filters, [filter]: [value] } } })
  const counted: number[] = []
  for (const value of values) counted.push(await countRows(db, one(value)))
  return counted
}

/** The total from the tally, the search index, or else the rows. */
export function countQuery(db: Database, question: Question): Count {
  const { table } = question
  const search = searchOf(question)
  if (isInTally(question)) return sumOf(table, and(filterConditions(question)))
  if (!isPostgres(db) && asksForWords(search) && search.among) return countMatches(search)
  const all = conditions(db, question)
  // SQLite reads every row unless something is asked that the index of live ones has.
  if (!isPostgres(db) && all.length === 1 && !question.wanted.trash) all.push(sql`id > ''`)
  return sql`select count(*) as total from ${sql.table(sqlName(table))} where ${and(all)}`
}

/** So many records have these values. */
export type Counted<Field extends string> = Record<Field, string | number> & { n: number }

/** How many of what is asked for have which values in these fields: from the tally, where that knows them all, or else from the rows. */
export async function countBy<Field extends string>(db: Database, question: Question, fields: readonly Field[]): Promise<Counted<Field>[]> {
  const { table, listing } = question
  if (!isInTally(question) || !fields.every((field) => field in talliedColumns(listing)))
    return countRowsBy(db, table, conditions(db, question), fields)
  return counted(db, sumsOf(table, fields, and(filterConditions(question))))
}

/** The same of the rows that `where` says. */
export function countRowsBy<Field extends string>(
  db: Database,
  table: keyof RecordTables,
  where: readonly Expression<SqlBool>[],
  fields: readonly Field[],
): Promise<Counted<Field>[]> {
  const columns = sql.join(fields.map((field) => sql.ref(field)))
  return counted(db, sql`select ${columns}, count(*) as n from ${sql.table(sqlName(table))} where ${and(where)} group by ${columns}`)
}

async function counted<Field extends string>(db: Database, query: RawBuilder<unknown>): Promise<Counted<Field>[]> {
  const { rows } = await query.execute(db)
  return (rows as Counted<Field>[]).map((row) => ({ ...row, n: Number(row.n) }))
}

/** Whether a tally knows what is asked for. */
const isInTally = (question: Question): boolean =>
  !asksForWords(searchOf(question)) && !question.wanted.trash && knowsTotal(question.listing, question.wanted)

/** Whether a tally knows how many records the filters find. */
const knowsTotal = (listing: Listing, { filters }: Wanted): boolean =>
  Object.keys(talliedColumns(listing)).length > 0 && Object.keys(filters).every((name) => isTallied(listing.filters[name]))

const and = (conditions: readonly Expression<SqlBool>[]) => (conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `))
