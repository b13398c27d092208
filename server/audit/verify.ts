import { type RawBuilder, sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { momentOf } from '#server/db/ids.ts'
import { pagesById } from '#server/db/pages-by-id.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import { sqlName } from '#server/lists/search-index.ts'
import { digestOf, kindOf } from './events.ts'
import { numberAfter, sealedLine, sealOf } from './seals.ts'

type Line = Schema['activity']
type Entry = Schema['history']

/** A fault in the activity, described in words. */
class Finding extends Error {}

/** `seal` is the hash of the last one, `''` before the first. */
export type Verified = { lines: number; seal: string } | { finding: string }

/**
 * Compares every sealed line with its seal and with the history. Returns the first fault. `known` is the hash of a seal that
 * must still exist: a person with write access to the database may have rebuilt all seals. The product may run meanwhile.
 */
export async function verifyActivity(db: Database, known?: string): Promise<Verified> {
  try {
    const { lines, seals } = await verifySeals(db)
    if (known !== undefined && !seals.includes(known)) throw new Finding(`seal ${known} no longer exists`)
    await verifyUnsealed(db)
    for (const resource of resourceNames) await verifyVersions(db, resource)
    return { lines, seal: seals.at(-1) ?? '' }
  } catch (error) {
    if (error instanceof Finding) return { finding: error.message }
    throw error
  }
}

async function verifySeals(db: Database): Promise<{ lines: number; seals: string[] }> {
  const seals: string[] = []
  let [lines, id] = [0, '']
  const ask = (after: string, size: number) =>
    db.selectFrom('seals').selectAll().where('id', '>', after).orderBy('id').limit(size).execute()
  for await (const page of pagesById(ask, 20)) {
    for (const seal of page) {
      id = numberAfter(id || undefined)
      if (seal.id !== id) throw new Finding(`seal ${Number(id)} is missing`)
      if (seal.hash !== sealOf(seal, seals.at(-1))) throw new Finding(`seal ${Number(id)} was changed`)
      lines += await verifySealed(db, id, seal.lines.split('\n'))
      if (seal.total !== lines) throw new Finding(`seal ${Number(id)} was changed`)
      seals.push(seal.hash)
    }
  }
  await requireSealsOfAll(db)
  return { lines, seals }
}

/** Uses one query, because other seals may be added meanwhile. */
async function requireSealsOfAll(db: Database) {
  const stray = await db
    .selectFrom('activity')
    .selectAll()
    .where('seal', 'is not', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('seals').select('seals.id').whereRef('seals.id', '=', 'activity.seal'))))
    .orderBy('seal')
    .limit(1)
    .executeTakeFirst()
  if (stray) throw new Finding(`the seal of ${nameOf(stray)} is missing`)
}

async function verifySealed(db: Database, seal: string, sealed: string[]): Promise<number> {
  const lines = await db.selectFrom('activity').selectAll().where('seal', '=', seal).orderBy('id').execute()
  const found = new Map(lines.map((line) => [line.id, line]))
  for (const each of sealed) {
    const id = each.slice(0, each.indexOf(' '))
    const line = found.get(id)
    if (!line) throw new Finding(`the entry of ${new Date(momentOf(id)).toISOString()} is missing`)
    if (sealedLine(line) !== each) throw new Finding(`${nameOf(line)} was changed`)
    found.delete(id)
  }
  for (const line of found.values()) throw new Finding(`${nameOf(line)} was inserted later`)
  await verifyContents(db, lines)
  return lines.length
}

/** Compares the lines that are not sealed yet with the history. */
async function verifyUnsealed(db: Database) {
  const ask = (after: string, size: number) =>
    db.selectFrom('activity').selectAll().where('seal', 'is', null).where('id', '>', after).orderBy('id').limit(size).execute()
  for await (const lines of pagesById(ask, 250)) await verifyContents(db, lines)
}

async function verifyContents(db: Database, lines: Line[]) {
  const entries = await entriesOf(db, lines)
  const erased = await erasedOf(db, lines)
  for (const line of lines) {
    const entry = entries.get(line.id)
    if (line.version > 0 && !entry) throw new Finding(`the version that belongs to ${nameOf(line)} is missing`)
    if (entry && !isOf(line, entry)) throw new Finding(`the version that belongs to ${nameOf(line)} was changed`)
    // A line about a record gets its text from the history alone: details of its own would be shown instead.
    const content = (entry?.record ?? '') + line.details
    const isErased = erased.has(line.recordId) || (!entry && erased.has(line.byId ?? ''))
    if (content === '' && isErased) continue
    if (digestOf(line.salt, content) !== line.digest)
      throw new Finding(`the content of the version that belongs to ${nameOf(line)} was changed`)
  }
}

const isOf = (line: Line, entry: Entry) =>
  (['at', 'byId', 'byName', 'resource', 'recordId', 'version', 'batch'] as const).every((name) => line[name] === entry[name]) &&
  (line.kind === kindOf(entry) || (entry.batch !== null && (line.kind === 'batch' || line.kind === 'batched')))

async function entriesOf(db: Database, lines: Line[]): Promise<Map<string, Entry>> {
  const ids = lines.filter(({ version }) => version > 0).map(({ id }) => id)
  const entries = ids.length === 0 ? [] : await db.selectFrom('history').selectAll().where('id', 'in', ids).execute()
  return new Map(entries.map((entry) => [entry.id, entry]))
}

/** Returns the records and users among those of `lines` that the history shows as erased. */
async function erasedOf(db: Database, lines: Line[]): Promise<Set<string>> {
  const ids = lines.flatMap(({ recordId, byId }) => [recordId, byId ?? ''])
  const erased = await db
    .selectFrom('history')
    .select('recordId')
    .where('resource', 'in', ['users', ...lines.map(({ resource }) => resource)])
    .where('recordId', 'in', ['', ...ids])
    .where('action', '=', 'erase')
    .execute()
  return new Set(erased.map(({ recordId }) => recordId))
}

/** Requires one line for each version of a record, and the record itself unless it was erased. This finds lines added or removed before sealing. */
async function verifyVersions(db: Database, resource: (typeof resourceNames)[number]) {
  const table = sql.table(sqlName(resource))
  const linesOf = (id: string) => sql`history where resource = ${resource} and record_id = ${sql.ref(id)}`
  const uneven = await idOf(sql`select id from ${table} as record where version <> (select count(*) from ${linesOf('record.id')})`)
  if (uneven) throw new Finding(`the history of ${resource} ${uneven} does not contain every version`)
  const gone = await idOf(sql`select record_id as id from history as line where resource = ${resource} and version = 1
    and not exists (select 1 from ${table} where id = line.record_id)
    and not exists (select 1 from ${linesOf('line.record_id')} and action = 'erase')`)
  if (gone) throw new Finding(`${resource} ${gone} is missing and was never erased`)

  async function idOf(query: RawBuilder<unknown>): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`${query} limit 1`.execute(db)
    return rows[0]?.id
  }
}

const nameOf = ({ at, kind, byName }: Line) => `the entry of ${at} (${kind}${byName === null ? '' : ` by ${byName}`})`
