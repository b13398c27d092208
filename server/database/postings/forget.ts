import { sql } from 'kysely'
import { numberedLines } from '#server/database/changes.ts'
import type { RecordTables, Transaction } from '#server/database/schema.ts'
import { NotAsWritten, PostingChanges, writePostings } from './changes.ts'
import { forgetPlaces, placesOf } from './places.ts'
import { termsOfVersions } from './settle.ts'
import { doubtPostings, takeState } from './states.ts'

/** Takes a record out of the postings that is about to be erased: what they have it under is known by its versions, while these are there. */
export async function forgetPosted(
  trx: Transaction,
  name: keyof RecordTables,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const state = await takeState(trx, name)
  const place = state?.isUsable && (await placesOf(trx, name, [id])).get(id)
  if (!state || typeof place !== 'number') return
  const { rows } = await sql<{ first: number | null }>`select min(version) as first from ${numberedLines(trx)}
    where seq > ${state.upTo} and resource = ${name} and record_id = ${id}`.execute(trx)
  const settled = (rows[0]?.first ?? version + 1) - 1
  const had = (await termsOfVersions(trx, name, [{ id, version: settled }]))(id, settled)
  try {
    if (!had) throw new NotAsWritten(`What the record ${id} was found by can't be told any more.`)
    const changes = new PostingChanges()
    changes.add(place, new Set(), had)
    for (const some of changes.portions()) await writePostings(trx, name, some)
    await forgetPlaces(trx, name, [id])
  } catch (error) {
    if (!(error instanceof NotAsWritten)) throw error
    // The housekeeping forgets all of them, and makes them anew.
    await doubtPostings(trx, name)
  }
}
