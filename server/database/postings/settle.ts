import { sql } from 'kysely'
import { type Line, linesAfter } from '#server/database/changes.ts'
import { finding } from '#server/database/finding.ts'
import type { RecordTables, Transaction } from '#server/database/schema.ts'
import { NotAsWritten, PostingChanges, writePostings } from './changes.ts'
import { addPlaces, forgetPlaces, type Placed, placesOf } from './places.ts'
import { setState, takeState } from './states.ts'

/** So many lines of a resource are settled together, and whoever writes on SQLite waits for them. */
const together = 25
/** So many lines of all resources are looked through at once. */
const window = 500

/** Brings the postings of a resource a step nearer to line `upTo`. Answers whether there was anything to do. Throws `NotAsWritten`. */
export async function settleSome(trx: Transaction, name: keyof RecordTables, upTo: number): Promise<boolean> {
  const state = await takeState(trx, name)
  if (!state?.isUsable) return false
  const all = (await linesAfter(trx, { after: state.upTo, most: window })).filter(({ seq }) => seq <= upTo)
  const waiting = all.filter(({ resource }) => resource === name)[together]
  const lines = waiting ? all.slice(0, all.indexOf(waiting)) : all
  const last = lines.at(-1)
  if (!last) return false
  const own = lines.filter(({ resource }) => resource === name)
  const nextPlace = own.length > 0 ? await settle(trx, name, own, state.nextPlace) : state.nextPlace
  await setState(trx, name, { upTo: last.seq, line: last.id, nextPlace })
  return true
}

/** Answers the place that is given next. */
async function settle(trx: Transaction, name: keyof RecordTables, lines: readonly Line[], nextPlace: number): Promise<number> {
  const records = [...Map.groupBy(lines, ({ recordId }) => recordId)].map(([id, its]) => {
    const versions = its.map(({ version }) => version)
    return { id, before: Math.min(...versions) - 1, now: Math.max(...versions) }
  })
  const places = await placesOf(
    trx,
    name,
    records.map(({ id }) => id),
  )
  const termsOf = await termsOfVersions(
    trx,
    name,
    records.flatMap(({ id, before, now }) => [
      { id, version: before },
      { id, version: now },
    ]),
  )
  const changes = new PostingChanges()
  const added: Placed[] = []
  const gone: string[] = []
  for (const { id, before, now } of records) {
    const known = places.get(id)
    const had = known === undefined ? new Set<string>() : termsOf(id, before)
    if (!had) throw new NotAsWritten(`What the record ${id} was found by can't be told any more.`)
    // What was erased since says so in a later line.
    const has = termsOf(id, now) ?? new Set()
    const place = known ?? nextPlace
    changes.add(place, has, had)
    if (known === undefined && has.size > 0) added.push({ id, place: nextPlace++ })
    if (known !== undefined && has.size === 0) gone.push(id)
  }
  for (const some of changes.portions()) await writePostings(trx, name, some)
  await addPlaces(trx, name, added)
  await forgetPlaces(trx, name, gone)
  return nextPlace
}

type Terms = (id: string, version: number) => Set<string> | undefined

/** The terms of versions of records, none of one that is in the trash. `undefined` for what was erased. */
export async function termsOfVersions(
  trx: Transaction,
  name: keyof RecordTables,
  versions: readonly { id: string; version: number }[],
): Promise<Terms> {
  const { termsIn } = finding(name)
  const { rows } = await sql<{
    recordId: string
    version: number
    action: string
    record: string
  }>`select record_id, version, action, record
    from history where resource = ${name} and (record_id, version) in (values ${sql.join(versions.map(({ id, version }) => sql`(${id}, ${sql.lit(version)})`))})`.execute(
    trx,
  )
  const known = new Map(rows.map((row) => [`${row.recordId} ${row.version}`, row]))
  return (id, version) => {
    const entry = known.get(`${id} ${version}`)
    if (entry?.action === 'delete' || entry?.action === 'erase') return new Set()
    return entry && entry.record !== '' ? termsIn(JSON.parse(entry.record)) : undefined
  }
}
