import { sql } from 'kysely'
import { ownFilters, type Question } from '#server/database/filters.ts'
import type { Database } from '#server/database/schema.ts'
import { sqlName } from '#server/database/search.ts'
import { type Posting, postingsAt } from './blocks.ts'
import type { Postings } from './read.ts'
import { recentOf, weightOf } from './recent.ts'
import { isUnchanged } from './states.ts'

/** What a resource's own filters let through, if any are set, of what is settled and of what was `changed` since; `key` says which filters they are. */
export type LetThrough = { places: Posting[][]; changed: ReadonlySet<string>; key: string }

/**
 * No term says what a resource's own filters let through: it may hang on other records, as whether anything shows an image. So it is read from the
 * rows, and remembered for as long as the postings stay as they are. Nothing where a record that it hangs on has been changed since. `changed`: the
 * records of its own that have been, as far as they are asked for.
 */
export async function letThrough(
  db: Database,
  question: Question,
  { epoch, unsettled }: Postings,
  changed: readonly string[],
): Promise<LetThrough | undefined> {
  const { table } = question
  const { conditions, hangsOn } = ownFilters(question)
  if (conditions.length === 0) return { places: [], changed: new Set(changed), key: '' }
  const rows = sql.table(sqlName(table))
  const unchanged = isUnchanged(db, table, { epoch, lines: unsettled.length }, hangsOn)
  const own = sql`deleted_at is null and ${sql.join(conditions, sql` and `)}`
  const { sql: written, parameters } = own.compile(db)
  const key = `${epoch} ${written} ${JSON.stringify(parameters)}`
  const { groups } = recentOf(db)
  const known = groups.find(key)
  const parts = [
    sql`select cast(null as integer) as place, '' as id where ${unchanged}`,
    ...(changed.length > 0 ? [sql`select null, id from ${rows} where id in (${sql.join(changed)}) and ${own}`] : []),
    // In this order: SQLite would rather begin with all places.
    ...(known
      ? []
      : [
          sql`select posting_places.place, '' from ${rows} cross join posting_places
            where posting_places.resource = ${table} and record_id = ${rows}.id and ${own} and ${unchanged}`,
        ]),
  ]
  const { rows: read } = await sql<{ place: number | null; id: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  if (!read.some(({ place, id }) => place === null && id === '')) return undefined
  const places = known ?? postingsAt(read.flatMap(({ place }) => place ?? []))
  if (!known) groups.keep(key, places, weightOf(places) + 2 * key.length)
  return { places: [places], changed: new Set(read.map(({ id }) => id)), key }
}
