import { type RawBuilder, sql } from 'kysely'
import { numberedLines } from '#server/database/changes.ts'
import type { Database, RecordTables } from '#server/database/schema.ts'
import { keptFrom, keptOf } from './bitmaps.ts'
import { blocksOf, type Posting } from './blocks.ts'
import { recentOf, weightOf } from './recent.ts'
import { epochIn, isAnchored, mostLines } from './states.ts'
import type { Group } from './terms.ts'

/** A line of the history that isn't settled, by the place of its record, if it has one. `record`: of one that isn't deleted. */
export type Unsettled = { id: string; place: number | null; version: number; record: string | null }

/** The postings of some groups, each of them put together, and what isn't in them yet; of one moment. `nextPlace`: all places are below. */
export type Postings = { epoch: string; nextPlace: number; unsettled: Unsettled[]; groups: Posting[][] }

type Table = keyof RecordTables

type ReadLimits = typeof readLimits

/** So many lines at most that aren't settled, and so many postings are read: thousands of words that begin alike are counted sooner otherwise. */
export const readLimits = { lines: mostLines, postings: 6_000 }

/** Answers nothing where there are none, or others know it sooner. What was read before isn't read again. */
export async function readPostings(
  db: Database,
  table: Table,
  groups: readonly Group[],
  limits: ReadLimits,
): Promise<Postings | undefined> {
  const { epochs } = recentOf(db)
  const epoch = epochs.get(table)
  const known = epoch === undefined ? undefined : knownGroups(db, epoch, groups)
  // Most chains have none: they are asked that alone.
  const soon = await ask(
    db,
    table,
    groups.filter((_, at) => known && !known[at]),
    limits,
  )
  if (!soon) return undefined
  if (known && soon.epoch === epoch) {
    const missing = soon.groups.values()
    return { ...soon, groups: known.map((postings) => postings ?? missing.next().value ?? []) }
  }
  epochs.set(table, soon.epoch)
  return ask(db, table, groups, limits)
}

/** The postings of groups in an epoch. Nothing where they have gone on since. */
export async function groupsOf(db: Database, table: Table, epoch: string, groups: readonly Group[]): Promise<Posting[][] | undefined> {
  const known = knownGroups(db, epoch, groups).filter((postings) => postings !== undefined)
  if (known.length === groups.length) return known
  const read = await readPostings(db, table, groups, readLimits)
  return read?.epoch === epoch ? read.groups : undefined
}

const keyOf = (epoch: string, group: Group) => `${epoch} ${JSON.stringify(group)}`

const knownGroups = (db: Database, epoch: string, groups: readonly Group[]) =>
  groups.map((group) => recentOf(db).groups.find(keyOf(epoch, group)))

async function ask(db: Database, table: Table, groups: readonly Group[], limits: ReadLimits): Promise<Postings | undefined> {
  const { rows } = await postingsQuery(db, table, groups, limits).execute(db)
  const parts = Map.groupBy(rows, ({ part }) => part)
  const [state] = parts.get(anchor) ?? []
  const unsettled = parts.get(line) ?? []
  if (!state || unsettled.length > limits.lines || rows.length > limits.postings) return undefined
  const { id: epoch, number } = state
  const put = (group: Group, at: number) => {
    const found = (parts.get(at) ?? []).flatMap(({ number, places }) =>
      number !== null && places ? [{ number, places: keptFrom(places) }] : [],
    )
    const postings = [...blocksOf(found)].map(([number, block]) => ({ number, places: keptOf(block) }))
    const key = keyOf(epoch, group)
    recentOf(db).groups.keep(key, postings, weightOf(postings) + 2 * key.length)
    return postings
  }
  return {
    epoch,
    nextPlace: number ?? 0,
    unsettled: unsettled.map(({ id, number, version, record }) => ({ id, place: number, version: version ?? 0, record })),
    groups: groups.map(put),
  }
}

/** A posting of a group, by the number of its block; or the epoch and the next place; or a line that isn't settled, by the place of its record. */
type Part = {
  part: number
  number: number | null
  places: Uint8Array | null
  id: string
  version: number | null
  record: string | null
}

const [anchor, line] = [-1, -2]

/** All of it in one statement, which sees the database at one moment. The groups are numbered through. */
export function postingsQuery(db: Database, table: Table, groups: readonly Group[], limits = readLimits): RawBuilder<Part> {
  const upTo = sql`(select up_to from posting_states where resource = ${table} and ${isAnchored(db)})`
  const record = sql`case when action not in ('delete', 'erase') then record end`
  const postings = groups.flatMap(({ oneOf, like }, at) => {
    const conditions = [
      ...(oneOf.length > 0 ? [sql`term in (${sql.join(oneOf)})`] : []),
      ...like.map((term) => sql`term >= ${term} and term < ${`${term}\u{10ffff}`}`),
    ]
    return conditions.map(
      (condition) =>
        sql`union all select ${sql.lit(at)}, block, places, '', null, null from postings where resource = ${table} and ${condition}`,
    )
  })
  return sql`select ${sql.lit(anchor)} as part, cast(next_place as integer) as number, cast(null as bytea) as places, ${epochIn(db)} as id,
      cast(null as integer) as version, cast(null as text) as record
      from posting_states where resource = ${table} and ${isAnchored(db)}
    union all select ${sql.lit(line)}, place, null, later.record_id, version, ${record}
      from (select * from ${numberedLines(db)} where seq > ${upTo} and resource = ${table} order by seq limit ${sql.lit(limits.lines + 1)}) as later
      left join posting_places on posting_places.resource = later.resource and posting_places.record_id = later.record_id
    ${sql.join(postings, sql` `)} limit ${sql.lit(limits.postings + limits.lines + 2)}`
}
