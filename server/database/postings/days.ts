import { sql } from 'kysely'
import type { Days } from '#contract/listing.ts'
import type { Database } from '#server/database/schema.ts'
import { firstDay, lastDay } from '#server/database/value-words.ts'
import { blockSize, countKept, keptFrom } from './bitmaps.ts'
import { type Blocks, placesOn } from './blocks.ts'
import type { Few, Found } from './find.ts'
import { type DaysRead, type OfDay, recentOf, weightOf } from './recent.ts'
import { isStill } from './states.ts'
import { dayOfTerm, termOfDay } from './terms.ts'

/** The days of a list in its order: those of `range`, the last one first if `isDescending`. */
export type DaysInOrder = { range: Days; isDescending: boolean }

/**
 * Of what was found those on the first days of a list. `begin`: the first day that has any, where that is known; `until`: the last of these days,
 * unless nothing comes after them. `passed`: so many records are likely to be looked at by whoever looks at each, until enough are met.
 */
export type OnDays = { few: Few; begin: string | undefined; until: string | undefined; passed: number }

type Enough = { enough: number; begun: string | undefined }

/** What was found on days, of some pages, for as long as it is remembered what was found. */
const remembered = new WeakMap<Blocks, Map<string, OnDays>>()
const mostPages = 20

/** More than `enough` of what was `found`, not counting those on day `begun`. Nothing where the postings have gone on meanwhile. */
export async function findOnDays(
  db: Database,
  table: string,
  found: Found,
  days: DaysInOrder,
  wanted: Enough,
): Promise<OnDays | undefined> {
  // What was changed may be on any day.
  if (found.changed.length > 0) return lookForDays(db, table, found, days, wanted)
  const known = remembered.get(found.blocks) ?? new Map<string, OnDays>()
  const key = JSON.stringify([days, wanted])
  const onDays = known.get(key) ?? (await lookForDays(db, table, found, days, wanted))
  if (known.size === mostPages) known.clear()
  if (onDays) remembered.set(found.blocks, known.set(key, onDays))
  return onDays
}

async function lookForDays(
  db: Database,
  table: string,
  found: Found,
  days: DaysInOrder,
  { enough, begun }: Enough,
): Promise<OnDays | undefined> {
  const few: Few = { places: [], ids: found.changed.map(({ id }) => id) }
  const isSettled = few.ids.length === 0
  let [counted, passed]: [number, number] = [0, 0]
  let begin: string | undefined
  let until: string | undefined
  for await (const ofDay of postingsByDay(db, table, found, days)) {
    if (!ofDay) return undefined
    const { day, postings } = ofDay
    const places = postings.flatMap((posting) => placesOn(found.blocks, posting))
    few.places.push(...places)
    if (places.length > 0 && isSettled) begin ??= day
    if (isSettled && !begin) continue
    const size = postings.reduce((sum, posting) => sum + countKept(posting.places), 0)
    passed += places.length > 0 ? size * Math.min(1, Math.max(0, enough - counted) / places.length) : size
    if (day !== begun) counted += places.length
    until = counted > enough ? day : undefined
    if (until) break
  }
  return { few, begin, until, passed }
}

/** So many days are read at first, then four times as many, and so on. */
const firstDays = 4

/** Ends with nothing where the postings have gone on. */
async function* postingsByDay(
  db: Database,
  table: string,
  { epoch, nextPlace }: Found,
  { range: { from, to }, isDescending }: DaysInOrder,
): AsyncGenerator<OfDay | undefined> {
  let [least, greatest] = [termOfDay(from || firstDay), `${termOfDay(to || lastDay)}\u{10ffff}`]
  for (let most = firstDays * Math.ceil(nextPlace / blockSize); ; most *= 4) {
    const read = await readDays(db, table, epoch, { least, greatest, isDescending, most })
    yield* read?.days ?? [undefined]
    if (read?.cut === undefined) return
    if (isDescending) greatest = `${read.cut}\u{10ffff}`
    else least = read.cut
  }
}

type Terms = { least: string; greatest: string; isDescending: boolean; most: number }

/** The first of these days in their order, and the term at which the reading ended. Nothing where the postings have gone on. */
async function readDays(db: Database, table: string, epoch: string, terms: Terms): Promise<DaysRead | undefined> {
  const { days: recent } = recentOf(db)
  const key = `${epoch} ${JSON.stringify(terms)}`
  const known = recent.find(key)
  if (known) return known
  const { least, greatest, isDescending, most } = terms
  const { rows } = await sql<{ term: string; number: number; places: Uint8Array }>`select term, block as number, places from postings
    where resource = ${table} and term >= ${least} and term < ${greatest}
    order by term ${sql.raw(isDescending ? 'desc' : '')} limit ${sql.lit(most)}`.execute(db)
  if (!(await isStill(db, table, epoch))) return undefined
  const byTerm = [...Map.groupBy(rows, ({ term }) => term)]
  // The last one may go on.
  const cut = rows.length < most ? undefined : byTerm.pop()?.[0]
  const days = byTerm.map(([term, postings]) => ({
    day: dayOfTerm(term),
    postings: postings.map(({ number, places }) => ({ number, places: keptFrom(places) })),
  }))
  const read = { days, cut }
  recent.keep(key, read, weightOf(days.flatMap(({ postings }) => postings)))
  return read
}
