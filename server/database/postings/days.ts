import { sql } from 'kysely'
import type { Days } from '#contract/listing.ts'
import type { Database } from '#server/database/schema.ts'
import { firstDay, lastDay } from '#server/database/value-words.ts'
import { blockSize, countKept } from './bitmaps.ts'
import { type Posting, placesOn } from './blocks.ts'
import type { Few, Found } from './find.ts'
import { isStill } from './states.ts'
import { dayOfTerm, termOfDay } from './terms.ts'

/** The days of a list in its order: those of `range`, the last one first if `isDescending`. */
export type DaysInOrder = { range: Days; isDescending: boolean }

/**
 * Of what was found those on the first days of a list. `until`: the last of these days, unless nothing comes after them. `passed`: so many
 * records are likely to be looked at by whoever looks at each, until enough are met.
 */
export type OnDays = { few: Few; until: string | undefined; passed: number }

/** More than `enough` of what was `found`, not counting those on day `begun`. Nothing where the postings have gone on meanwhile. */
export async function findOnDays(
  db: Database,
  table: string,
  { blocks, changed, state }: Found,
  days: DaysInOrder,
  { enough, begun }: { enough: number; begun: string | undefined },
): Promise<OnDays | undefined> {
  const few: Few = { places: [], ids: changed.map(({ id }) => id) }
  let [counted, passed, until]: [number, number, string | undefined] = [0, 0, undefined]
  for await (const { day, postings } of postingsByDay(db, table, state.nextPlace, days)) {
    const places = postings.flatMap((posting) => placesOn(blocks, posting))
    few.places.push(...places)
    const size = postings.reduce((sum, posting) => sum + countKept(posting.places), 0)
    passed += places.length > 0 ? size * Math.min(1, Math.max(0, enough - counted) / places.length) : size
    if (day !== begun) counted += places.length
    until = counted > enough ? day : undefined
    if (until) break
  }
  return (await isStill(db, table, state)) ? { few, until, passed } : undefined
}

/** So many days are read at first, then four times as many, and so on. */
const firstDays = 4

async function* postingsByDay(db: Database, table: string, places: number, { range: { from, to }, isDescending }: DaysInOrder) {
  let [least, greatest] = [termOfDay(from || firstDay), `${termOfDay(to || lastDay)}\u{10ffff}`]
  for (let most = firstDays * Math.ceil(places / blockSize); ; most *= 4) {
    const { rows } = await sql<Posting & { term: string }>`select term, block as number, places from postings
      where resource = ${table} and term >= ${least} and term < ${greatest}
      order by term ${sql.raw(isDescending ? 'desc' : '')} limit ${sql.lit(most)}`.execute(db)
    const byTerm = [...Map.groupBy(rows, ({ term }) => term)]
    // The last one may go on.
    const cut = rows.length < most ? undefined : byTerm.pop()
    for (const [term, postings] of byTerm) yield { day: dayOfTerm(term), postings }
    if (cut === undefined) return
    if (isDescending) greatest = `${cut[0]}\u{10ffff}`
    else least = cut[0]
  }
}
