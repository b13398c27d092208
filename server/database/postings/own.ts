import { sql } from 'kysely'
import { ownFilters, type Question } from '#server/database/filters.ts'
import type { Database } from '#server/database/schema.ts'
import { sqlName } from '#server/database/search.ts'
import { blockSize, emptyBlock, keptOf, put } from './bitmaps.ts'
import type { Posting } from './blocks.ts'
import type { Postings } from './read.ts'
import { recentOf, weightOf } from './recent.ts'
import { isSettled } from './states.ts'

/** What a resource's own filters let through, if any are set; `key` says which they are. */
export type LetThrough = { places: Posting[][]; key: string }

/**
 * No term says what a resource's own filters let through: it may hang on other records, as whether anything shows an image. So it is read from the
 * rows, and remembered for as long as the postings stay as they are. Nothing where something that it hangs on has been changed since.
 */
export async function placesLetThrough(db: Database, question: Question, { epoch }: Postings): Promise<LetThrough | undefined> {
  const { table } = question
  const { conditions, hangsOn } = ownFilters(question)
  if (conditions.length === 0) return { places: [], key: '' }
  const settled = isSettled(db, table, epoch, [table, ...hangsOn])
  const rows = sql`select place from posting_places join ${sql.table(sqlName(table))} as those on those.id = record_id
    where resource = ${table} and deleted_at is null and ${sql.join(conditions, sql` and `)}`
  const { sql: written, parameters } = rows.compile(db)
  const key = `${epoch} ${written} ${JSON.stringify(parameters)}`
  const { groups } = recentOf(db)
  const known = groups.find(key)
  const check = sql<{ place: number | null }>`select cast(null as integer) as place where ${settled}`
  const query = known ? check : sql<{ place: number | null }>`${check} union all ${rows} and ${settled}`
  const read = (await query.execute(db)).rows.map(({ place }) => place)
  if (!read.includes(null)) return undefined
  const places = known ?? postingsOf(read.filter((place) => place !== null))
  groups.keep(key, places, weightOf(places) + 2 * key.length)
  return { places: [places], key }
}

function postingsOf(places: readonly number[]): Posting[] {
  return [...Map.groupBy(places, (place) => Math.floor(place / blockSize))].map(([number, those]) => {
    const block = emptyBlock()
    for (const place of those) put(block, place % blockSize)
    return { number, places: keptOf(block) }
  })
}
