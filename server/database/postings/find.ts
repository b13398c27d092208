import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import type { Question } from '#server/database/filters.ts'
import { finding } from '#server/database/finding.ts'
import type { Database } from '#server/database/schema.ts'
import { sqlName } from '#server/database/search.ts'
import { blockBytes, countIn } from './bitmaps.ts'
import { type Blocks, inCommon, type Posting, placesIn, together, withoutBlocks, withoutPlaces } from './blocks.ts'
import { type LetThrough, letThrough } from './own.ts'
import { readLimits, readPostings, type Unsettled } from './read.ts'
import { recentOf } from './recent.ts'
import { type Alternative, hasTermsOf, termsAskedFor, termsAsText } from './terms.ts'

/**
 * The postings of a large table: for each term (`terms.ts`) the places of the live records that have it, as bitmaps. What a search and several
 * filters have in common is counted by them in a few milliseconds, however many records that is, where an index of words visits each row.
 *
 * They stand for the records as they were after line `upTo` of the history (`changes.ts`), and no change waits for them: what later lines say is
 * counted record by record, in the same statement, until the housekeeping has settled it (`settle.ts`).
 */

/**
 * How many records are asked for, of one moment; unless `isExact`, not each of them may be, but those are that are `sure`. They are those at the places of
 * `blocks` and those that were `changed` since; `epoch` and `lines` are the moment.
 */
export type Found = Records & { total: number; isExact: boolean; sure: Records; epoch: string; lines: number; nextPlace: number }

export type Records = { blocks: Blocks; changed: Changed[] }

type Changed = { id: string; terms: string }

/** Records by their places, and by their ids. Those that were erased since are missing. */
export type Few = { places: number[]; ids: string[] }

/** Answers nothing where the postings don't know, or others know it sooner. */
export async function findPosted(db: Database, question: Question, limits = readLimits): Promise<Found | undefined> {
  const asked = question.wanted.trash ? undefined : termsAskedFor(question.listing, question.wanted)
  if (!asked) return undefined
  // Alternatives have groups in common, such as the days of a filter.
  const groups = [...new Set(asked.flatMap((one) => one.groups))]
  const read = await readPostings(db, question.table, groups, limits)
  if (!read) return undefined
  const { epoch, nextPlace, unsettled } = read
  const last = lastOf(unsettled)
  const withTerms = (await termsOf(db, question.table, last)).filter(({ terms }) => hasTermsOf(asked, terms))
  const own = await letThrough(
    db,
    question,
    read,
    withTerms.map(({ id }) => id),
  )
  if (!own) return undefined
  const letIn = withTerms.filter(({ id }) => own.changed.has(id))
  const moved = last.flatMap(({ place }) => place ?? [])
  const postings = new Map(groups.map((group, at) => [group, read.groups[at] ?? []]))
  const alternatives = asked.map((one) => ({ ...one, postings: one.groups.map((group) => postings.get(group) ?? []) }))
  const recordsOf = (some: ReadAlternative[]): Records => {
    const settled = blocksFor(db, some, epoch, own)
    const changed = letIn.filter(({ terms }) => hasTermsOf(some, terms))
    return { blocks: moved.length > 0 ? withoutPlaces(settled, moved) : settled, changed }
  }
  const isExact = asked.every(({ isSure }) => isSure)
  const records = recordsOf(alternatives)
  const sure = isExact ? records : recordsOf(alternatives.filter(({ isSure }) => isSure))
  return { ...records, total: sizeOf(records), isExact, sure, epoch, lines: unsettled.length, nextPlace }
}

/** For so many milliseconds at once the terms of lines are made. */
const stretch = 10

/** The terms of the lines whose records aren't deleted. They are remembered: each search until the next settling needs them again. */
async function termsOf(db: Database, table: Question['table'], lines: readonly Unsettled[]): Promise<Changed[]> {
  const { lines: known } = recentOf(db)
  const { termsIn } = finding(table)
  const found: Changed[] = []
  let began = performance.now()
  for (const { id, version, record } of lines) {
    if (record === null) continue
    const key = `${table} ${id} ${version}`
    const terms = known.find(key) ?? termsAsText(termsIn(JSON.parse(record)))
    known.keep(key, terms, terms.length + key.length)
    found.push({ id, terms })
    if (performance.now() - began < stretch) continue
    await nextTurn()
    began = performance.now()
  }
  return found
}

export const sizeOf = ({ blocks, changed }: Records): number =>
  [...blocks.values()].reduce((sum, block) => sum + countIn(block), changed.length)

/** Up to so many are told. */
const mostTold = 5_000

/** Which records were found, where they are at most so many. */
export const fewOf = (records: Records, most: number): Few | undefined =>
  sizeOf(records) <= Math.min(most, mostTold) ? { places: placesIn(records.blocks), ids: records.changed.map(({ id }) => id) } : undefined

/** Those of the records found that aren't sure. */
export function unsureOf({ blocks, changed, sure }: Found): Records {
  const ids = new Set(sure.changed.map(({ id }) => id))
  return { blocks: withoutBlocks(blocks, sure.blocks), changed: changed.filter(({ id }) => !ids.has(id)) }
}

type ReadAlternative = Alternative & { postings: Posting[][] }

/** What one of these has, let through by the resource's own filters; remembered for the next page, and for what is asked again while others change something. */
function blocksFor(db: Database, alternatives: readonly ReadAlternative[], epoch: string, own: LetThrough): Blocks {
  const { found } = recentOf(db)
  const key = `${epoch} ${JSON.stringify(alternatives.map(({ groups }) => groups))} ${own.key}`
  const known = found.find(key)
  if (known) return known
  const blocks = alternatives.map(({ postings }) => inCommon([...postings, ...own.places])).reduce(together, new Map())
  found.keep(key, blocks, blocks.size * blockBytes + 2 * key.length)
  return blocks
}

/** Of each record that was changed since. */
const lastOf = (lines: readonly Unsettled[]): Unsettled[] => [
  ...new Map(lines.toSorted((one, other) => one.version - other.version).map((line) => [line.id, line])).values(),
]

/** Of a few the first ones by their ids, from behind `after` on. */
export type FirstById = { isDescending: boolean; after: string | number | undefined; most: number }

/**
 * The rows of a few, under the name of their table. They are read before anything else is asked of them, and from their places on: left the choice,
 * a database walks through an index in the order that is wanted, and PostgreSQL starts workers, which takes longer than to read them.
 */
export function rowsOf(db: Database, table: string, { places, ids }: Few, first?: FirstById): RawBuilder<unknown> {
  const rows = sql.table(sqlName(table))
  const [inner, outer] = isPostgres(db) ? ['offset 0', 'offset 0'] : ['', 'limit -1']
  const among = (values: Few['places'] | Few['ids']) =>
    isPostgres(db) ? sql`= any(${values})` : sql`in (select value from json_each(${JSON.stringify(values)}))`
  const all = sql`select record_id from posting_places where resource = ${table} and place ${among(places)}
    union all select id from ${rows} where id ${among(ids)} ${sql.raw(inner)}`
  return sql`(select ${rows}.* from (${first ? firstOf(db, all, first) : all}) as those join ${rows} on ${sql.ref(`${sqlName(table)}.id`)} = record_id
    ${sql.raw(outer)}) as ${rows}`
}

function firstOf(db: Database, all: RawBuilder<unknown>, { isDescending, after, most }: FirstById) {
  const from = after === undefined ? sql`` : sql`where record_id ${sql.raw(isDescending ? '<' : '>')} ${after}`
  // SQLite would go through all places by their ids.
  const id = sql.raw(isPostgres(db) ? 'record_id' : '+record_id')
  return sql`select record_id from (${all}) as every ${from} order by ${id} ${sql.raw(isDescending ? 'desc' : '')} limit ${most}`
}
