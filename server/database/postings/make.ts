import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { idOfLine, recordsChangedAfter, settledNumber } from '#server/database/changes.ts'
import { finding } from '#server/database/finding.ts'
import { newId } from '#server/database/ids.ts'
import { pagesById } from '#server/database/pages.ts'
import type { Database, Transaction } from '#server/database/schema.ts'
import { sqlName } from '#server/database/search.ts'
import { transact } from '#server/database/transact.ts'
import { blockSize } from './bitmaps.ts'
import { NotAsWritten, PostingChanges, writePostings } from './changes.ts'
import { addPlaces } from './places.ts'
import { settleSome } from './settle.ts'
import { doubtPostings, setState, stateOf, takeState } from './states.ts'

/** From so many records on a table has postings: what is smaller is counted as fast without. */
const worthwhile = 20_000

/**
 * For the housekeeping: brings the postings of each table up to the last line of the history, and makes those that are missing, which takes minutes
 * for a million records; beside requests, and in small steps. Whatever ends it in between, the next round goes on; what is being made
 * begins anew.
 */
export async function keepPostings(db: Database, ended: AbortSignal, least = worthwhile): Promise<void> {
  const concerned = await resourcesConcerned(db, least)
  // What asks for the number has all writers wait for a moment.
  const upTo = concerned.length > 0 ? await settledNumber(db) : undefined
  if (upTo === undefined) return
  for (const name of concerned) {
    if (ended.aborted) return
    const state = await stateOf(db, name)
    if (state?.isUsable) await settle(db, name, upTo, ended)
    else if (await isLarge(db, name, least)) await makePostings(db, name, upTo, ended)
    else if (state) await forgetPostings(db, name)
  }
}

async function resourcesConcerned(db: Database, least: number): Promise<ResourceName[]> {
  const concerned: ResourceName[] = []
  for (const name of resourceNames) if ((await stateOf(db, name)) ?? (await isLarge(db, name, least))) concerned.push(name)
  return concerned
}

async function settle(db: Database, name: ResourceName, upTo: number, ended: AbortSignal): Promise<void> {
  try {
    while (!ended.aborted && (await inTransaction(db, (trx) => settleSome(trx, name, upTo))));
  } catch (error) {
    if (error instanceof NotAsWritten) await doubtPostings(db, name)
    throw error
  }
}

/** Nothing that is read before the lock on the state has to stay as it is, so nobody is turned away. */
const inTransaction = <Result>(db: Database, work: (trx: Transaction) => Promise<Result>) => transact(db, undefined, work, 'read committed')

async function isLarge(db: Database, name: ResourceName, least: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(sqlName(name))} where deleted_at is null limit 1 offset ${least - 1}`.execute(db)
  return rows.length > 0
}

/** Blocks end where pages do. */
const page = blockSize / 128

/** Of the records as they were after line `upTo`. What has a later line gets no place: it is settled as what wasn't there before. */
async function makePostings(db: Database, name: ResourceName, upTo: number, ended: AbortSignal): Promise<void> {
  const line = await idOfLine(db, upTo)
  if (line === undefined) return
  const { termsIn } = finding(name)
  const making = `making ${newId()}`
  // What has other postings after the same line has another end as well, so that nobody takes the one for the other.
  const before = (await stateOf(db, name))?.nextPlace ?? 0
  await inTransaction(db, (trx) => setState(trx, name, { upTo, line: making, nextPlace: before }))
  await forgetRows(db, name)
  /** A server that was held up may find that another one has begun anew. */
  const asMaker = (work: (trx: Transaction) => Promise<void>) =>
    inTransaction(db, async (trx) => {
      if ((await takeState(trx, name))?.line !== making) throw new NotAsWritten(`Another server makes the postings of ${name}.`)
      await work(trx)
    })
  let [changes, nextPlace] = [new PostingChanges(), 0]
  const write = async () => {
    for (const some of changes.portions()) await asMaker((trx) => writePostings(trx, name, some))
    changes = new PostingChanges()
  }
  for await (const rows of liveRows(db, name)) {
    if (ended.aborted) return
    // Asked for once the rows are there: a change that they show already is among these.
    const changed = await recordsChangedAfter(db, name, upTo)
    const placed = rows.map((row, at) => ({ id: row.id, place: nextPlace + at, row })).filter(({ id }) => !changed.has(id))
    for (const { place, row } of placed) changes.add(place, termsIn({ ...row }))
    await asMaker((trx) => addPlaces(trx, name, placed))
    nextPlace += rows.length
    if (nextPlace % blockSize === 0) await write()
    // What SQLite reads, it reads on the thread that answers.
    await setImmediate()
  }
  await write()
  await asMaker((trx) => setState(trx, name, { upTo, line, nextPlace: Math.max(nextPlace, before + 1) }))
}

const liveRows = (db: Database, name: ResourceName) =>
  pagesById(
    (after, size) =>
      db
        .selectFrom(name as 'movies')
        .selectAll()
        .where('id', '>', after)
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .limit(size)
        .execute(),
    page,
  )

/** So many rows are deleted at once. */
const portion = 2_000

async function forgetPostings(db: Database, name: ResourceName): Promise<void> {
  await forgetRows(db, name)
  await sql`delete from posting_states where resource = ${name}`.execute(db)
}

async function forgetRows(db: Database, name: ResourceName): Promise<void> {
  await forgetAll(db, sql`postings`, sql`resource, term, block`, name)
  await forgetAll(db, sql`posting_places`, sql`resource, record_id`, name)
}

async function forgetAll(db: Database, table: RawBuilder<unknown>, key: RawBuilder<unknown>, name: string): Promise<void> {
  for (let gone = portion; gone === portion; ) {
    const { numAffectedRows } = await sql`delete from ${table} where (${key}) in (
      select ${key} from ${table} where resource = ${name} limit ${portion})`.execute(db)
    gone = Number(numAffectedRows)
  }
}
