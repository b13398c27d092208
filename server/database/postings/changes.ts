import { sql } from 'kysely'
import type { Transaction } from '#server/database/schema.ts'
import { addKept, blockSize, bytesOf, drop, emptyBlock, has, keptFrom, keptOf, put } from './bitmaps.ts'

/** The postings don't say of a record what they were told: nobody may count by them any more. */
export class NotAsWritten extends Error {}

/** What comes to one posting and what goes, by the numbers in its block. */
type Changed = { term: string; block: number; come: number[]; go: number[] }

/** So many postings are read and written at once. */
const portion = 200

/** Changes of the postings of one resource, put together by what they change. */
export class PostingChanges {
  readonly #changed = new Map<string, Changed>()

  /** From now on the record at this place has these terms instead of those that it `had`. */
  add(place: number, terms: ReadonlySet<string>, had: ReadonlySet<string> = new Set()): void {
    for (const term of terms) if (!had.has(term)) this.#of(term, place).come.push(place % blockSize)
    for (const term of had) if (!terms.has(term)) this.#of(term, place).go.push(place % blockSize)
  }

  /** In parts, each for one call of `writePostings`. */
  *portions(): Generator<Changed[], void, undefined> {
    const all = [...this.#changed.values()]
    for (let from = 0; from < all.length; from += portion) yield all.slice(from, from + portion)
  }

  #of(term: string, place: number): Changed {
    const block = Math.floor(place / blockSize)
    const key = keyOf({ term, block })
    const changed = this.#changed.get(key) ?? { term, block, come: [], go: [] }
    this.#changed.set(key, changed)
    return changed
  }
}

/** Throws `NotAsWritten`. */
export async function writePostings(trx: Transaction, resource: string, changed: readonly Changed[]): Promise<void> {
  const those = sql`resource = ${resource} and (term, block) in (values ${sql.join(changed.map(keyIn))})`
  const kept = await sql<{
    term: string
    block: number
    places: Uint8Array
  }>`select term, block, places from postings where ${those}`.execute(trx)
  const before = new Map(kept.rows.map((row) => [keyOf(row), row.places]))
  const after = changed.map((each) => ({ ...each, places: changedPlaces(before.get(keyOf(each)), each) }))
  const [left, gone] = [after.filter(({ places }) => places.length > 0), after.filter(({ places }) => places.length === 0)]
  if (left.length > 0) {
    const rows = left.map(({ term, block, places }) => sql`(${resource}, ${term}, ${sql.lit(block)}, ${places})`)
    await sql`insert into postings (resource, term, block, places) values ${sql.join(rows)}
      on conflict (resource, term, block) do update set places = excluded.places`.execute(trx)
  }
  // A word that nobody has any more may be somebody's name.
  if (gone.length > 0)
    await sql`delete from postings where resource = ${resource} and (term, block) in (values ${sql.join(gone.map(keyIn))})`.execute(trx)
}

function changedPlaces(kept: Uint8Array | undefined, { term, come, go }: Changed): Uint8Array {
  const block = emptyBlock()
  if (kept) addKept(block, keptFrom(kept))
  for (const number of go) {
    if (!has(block, number)) throw new NotAsWritten(`A record is missing among those with "${term}".`)
    drop(block, number)
  }
  for (const number of come) {
    if (has(block, number)) throw new NotAsWritten(`A record is among those with "${term}" already.`)
    put(block, number)
  }
  return bytesOf(keptOf(block))
}

const keyIn = ({ term, block }: Changed) => sql`(${term}, ${sql.lit(block)})`
const keyOf = ({ term, block }: { term: string; block: number }) => `${block} ${term}`
