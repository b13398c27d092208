import { type RawBuilder, sql } from 'kysely'
import { numberedLines } from '#server/database/changes.ts'
import { isPostgres } from '#server/database/dialect.ts'
import type { Question } from '#server/database/filters.ts'
import { finding } from '#server/database/finding.ts'
import type { Database } from '#server/database/schema.ts'
import { sqlName } from '#server/database/search.ts'
import { countIn } from './bitmaps.ts'
import { type Blocks, blocksOf, dropPlace, inCommon, placesIn, together } from './blocks.ts'
import { isAnchored, type State, stateOf } from './states.ts'
import { type AskedTerms, hasTermsOf, termsAskedFor } from './terms.ts'

/**
 * The postings of a large table: for each term (`terms.ts`) the places of the live records that have it, as bitmaps. What a search and several
 * filters have in common is counted by them in a few milliseconds, however many records that is, where an index of words visits each row.
 *
 * They stand for the records as they were after line `upTo` of the history (`changes.ts`), and no change waits for them: what later lines say is
 * counted record by record, in the same statement, until the housekeeping has settled it (`settle.ts`).
 */

/** So many lines at most are counted one by one, and so many postings read: thousands of words that begin alike are counted sooner otherwise. */
const usualLimits = { lines: 500, postings: 6_000 }

/**
 * How many records are asked for, of one moment; unless `isExact`, not each of them may be. They are those at the places of `blocks` and those that
 * were `changed` since.
 */
export type Found = { total: number; isExact: boolean; blocks: Blocks; changed: Changed[]; state: State }

type Changed = { id: string; terms: ReadonlySet<string> }

/** Records by their places, and by their ids. Those that were erased since are missing. */
export type Few = { places: number[]; ids: string[] }

/** Answers nothing where the postings don't know, or others know it sooner. */
export async function findPosted(db: Database, question: Question, limits = usualLimits): Promise<Found | undefined> {
  const asked = question.wanted.trash ? undefined : termsAskedFor(question.listing, question.wanted)
  // Most chains have none: they are asked that alone.
  const state = asked && (await stateOf(db, question.table))
  if (!asked || !state?.isUsable) return undefined
  const { rows } = await postedQuery(db, question, asked, limits).execute(db)
  const parts = Map.groupBy(rows, ({ part }) => part)
  const lines = parts.get(line) ?? []
  if (!parts.has(anchor) || lines.length > limits.lines || rows.length > limits.postings) return undefined
  const blocks = blocksIn(asked, parts)
  const last = lastOf(lines)
  for (const { number } of last) if (number !== null) dropPlace(blocks, number)
  const { termsIn } = finding(question.table)
  const changed = last
    .flatMap(({ id, record }) => (record === null ? [] : [{ id: String(id), terms: termsIn(JSON.parse(record)) }]))
    .filter(({ terms }) => hasTermsOf(asked, terms))
  const total = [...blocks.values()].reduce((sum, block) => sum + countIn(block), changed.length)
  return { total, isExact: asked.isExact, blocks, changed, state }
}

/** Up to so many are told. */
const mostTold = 5_000

/** Which records were found, where they are few. */
export const fewOf = ({ total, blocks, changed }: Found, most = mostTold): Few | undefined =>
  total <= Math.min(most, mostTold) ? { places: placesIn(blocks), ids: changed.map(({ id }) => id) } : undefined

/** A posting of a group, by the number of its block; or that there are postings at all; or a line that isn't settled, by the place of its record. */
type Part = {
  part: number
  number: number | null
  places: Uint8Array | null
  id: string | null
  version: number | null
  record: string | null
}

const [anchor, line] = [-1, -2]

/** All of it in one statement, which sees the database at one moment. The groups are numbered through. */
export function postedQuery(db: Database, { table }: Question, { alternatives }: AskedTerms, limits = usualLimits): RawBuilder<Part> {
  const upTo = sql`(select up_to from posting_states where resource = ${table})`
  const record = sql`case when later.resource = ${table} and action not in ('delete', 'erase') then record end`
  const postings = alternatives.flat().flatMap(({ oneOf, like }, at) => {
    const conditions = [
      ...(oneOf.length > 0 ? [sql`term in (${sql.join(oneOf)})`] : []),
      ...like.map((term) => sql`term >= ${term} and term < ${`${term}\u{10ffff}`}`),
    ]
    return conditions.map(
      (condition) => sql`select ${sql.lit(at)}, block, places, null, null, null from postings where resource = ${table} and ${condition}`,
    )
  })
  return sql`select ${sql.lit(anchor)} as part, cast(null as integer) as number, cast(null as bytea) as places, cast(null as text) as id,
      cast(null as integer) as version, cast(null as text) as record
      from posting_states where resource = ${table} and ${isAnchored(db)}
    union all select ${sql.lit(line)}, place, null, later.record_id, version, ${record}
      from (select * from ${numberedLines(db)} where seq > ${upTo} order by seq limit ${sql.lit(limits.lines + 1)}) as later
      left join posting_places on posting_places.resource = later.resource and posting_places.record_id = later.record_id
        and later.resource = ${table}
    union all ${sql.join(postings, sql` union all `)} limit ${sql.lit(limits.postings + limits.lines + 2)}`
}

/** What is in every group of an alternative. */
function blocksIn({ alternatives }: AskedTerms, parts: ReadonlyMap<number, readonly Part[]>): Blocks {
  let group = 0
  const found = alternatives.map((groups) => groups.map(() => blocksOf(parts.get(group++) ?? [])).reduce(inCommon))
  return found.reduce(together)
}

/** Of each record that was changed since. */
const lastOf = (lines: readonly Part[]): Part[] => [
  ...new Map(lines.toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0)).map((line) => [line.id, line])).values(),
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
  return sql`(select ${rows}.* from (${first ? firstOf(all, first) : all}) as those join ${rows} on ${sql.ref(`${sqlName(table)}.id`)} = record_id
    ${sql.raw(outer)}) as ${rows}`
}

function firstOf(all: RawBuilder<unknown>, { isDescending, after, most }: FirstById) {
  const from = after === undefined ? sql`` : sql`where record_id ${sql.raw(isDescending ? '<' : '>')} ${after}`
  return sql`select record_id from (${all}) as every ${from} order by record_id ${sql.raw(isDescending ? 'desc' : '')} limit ${most}`
}
