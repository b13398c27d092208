import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { recordsChangedAfter } from '#server/database/changes.ts'
import { finding } from '#server/database/finding.ts'
import { pagesById } from '#server/database/pages.ts'
import type { Database, RecordTables } from '#server/database/schema.ts'
import { sqlName } from '#server/database/search.ts'
import { addKept, blockSize, emptyBlock, keptFrom, numbersIn } from './bitmaps.ts'
import { stateOf } from './states.ts'

const page = 1_000

/** The resources whose postings don't say what the rows of the records say; of one moment, where `db` is a snapshot. */
export async function wrongPostings(db: Database): Promise<ResourceName[]> {
  const wrong: ResourceName[] = []
  for (const name of resourceNames) {
    const state = await stateOf(db, name)
    if (state?.isUsable && !(await agree(db, name, state.upTo))) wrong.push(name)
  }
  return wrong
}

async function agree(db: Database, name: ResourceName, upTo: number): Promise<boolean> {
  const unsettled = await recordsChangedAfter(db, name, upTo)
  const { termsIn } = finding(name)
  const [sums, passed] = [new Sums(), new Set<number>()]
  for await (const records of recordsOf(db, name)) {
    for (const { place, ...row } of records) {
      if (unsettled.has(row.id)) {
        if (place !== null) passed.add(place)
      } else if ((row.deletedAt === null) !== (place !== null)) return false
      else if (place !== null) for (const term of termsIn(row)) sums.add(term, place, 1)
    }
    await setImmediate()
  }
  for await (const postings of postingsOf(db, name)) {
    for (const { term, block, places } of postings) {
      const kept = emptyBlock()
      addKept(kept, keptFrom(places))
      for (const number of numbersIn(kept)) if (!passed.has(block * blockSize + number)) sums.add(term, block * blockSize + number, -1)
    }
    await setImmediate()
  }
  return sums.areZero
}

/** For each term how many places, their sum and that of their squares: the same for two sets of places, and hardly ever for others. */
class Sums {
  readonly #sums = new Map<string, [number, number, number]>()

  add(term: string, place: number, times: 1 | -1): void {
    const [count, sum, squares] = this.#sums.get(term) ?? [0, 0, 0]
    this.#sums.set(term, [count + times, sum + times * place, (squares + times * Math.imul(place, place)) | 0])
  }

  get areZero(): boolean {
    return this.#sums.values().every((sums) => sums.every((sum) => sum === 0))
  }
}

type Placed = RecordTables[ResourceName] & { place: number | null }

const recordsOf = (db: Database, name: ResourceName) =>
  pagesById<Placed>(async (after, size) => {
    const table = sql.table(sqlName(name))
    const id = sql.ref(`${sqlName(name)}.id`)
    return (
      await sql<Placed>`select ${table}.*, place from ${table} left join posting_places on resource = ${name} and record_id = ${id}
        where ${id} > ${after} order by ${id} limit ${size}`.execute(db)
    ).rows
  }, page)

type Posting = { term: string; block: number; places: Uint8Array }

async function* postingsOf(db: Database, name: ResourceName): AsyncGenerator<Posting[]> {
  for (let [term, block] = ['', -1]; ; ) {
    const { rows } = await sql<Posting>`select term, block, places from postings
      where resource = ${name} and (term, block) > (${term}, ${sql.lit(block)}) order by term, block limit ${page}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    ;[term, block] = [last.term, last.block]
  }
}
