import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/schema.ts'

/** Records that bookings refer to by a text: the table, its name in the history, the text's columns on both sides, and the id's column. */
type Reference = { table: string; resource: string; word: string; held: { column: string; field: string }; id: string }

type Holder = { id: string; letters: string }
type Target = { id: string; word: string; deletedAt: string | null }
type Version = { recordId: string; action: string; record: string; at: string }
/** The period in which a record had a text. */
type Period = { id: string; from: string; until: string }

/** The bookings that one statement handles. */
const batch = 500

/**
 * Gives every booking the id of the record that it refers to. Several records may have had the same text, one after the other. The history
 * says which record had it when the booking took it. Otherwise the record counts that has the text now, or else had it last.
 */
export async function nameHolders(trx: Transaction, reference: Reference): Promise<void> {
  const { table, resource, word, held, id } = reference
  const targets = await all<Target>(trx, sql`select id, ${sql.ref(word)} as word, deleted_at from ${sql.table(table)}`)
  const latest = new Map(targets.sort(lastingLast).map((target) => [target.word, target.id]))
  const periods = periodsOf(await versionsOf(trx, resource, sql``), word)
  const letters = sql.ref(held.column)
  const bookings = await all<Holder>(trx, sql`select id, ${letters} as letters from bookings where ${letters} <> ''`)
  for (let at = 0; at < bookings.length; at += batch) {
    const some = bookings.slice(at, at + batch)
    const those = sql`and record_id in (${sql.join(some.map((booking) => booking.id))})`
    const versions = Map.groupBy(await versionsOf(trx, 'bookings', those), ({ recordId }) => recordId)
    const holders = Map.groupBy(some, (booking) => {
      const since = takenOn(versions.get(booking.id) ?? [], held.field, booking.letters)
      const owner = periods.get(booking.letters)?.find(({ from, until }) => since !== undefined && from <= since && since < until)
      return owner?.id ?? latest.get(booking.letters)
    })
    for (const [target, holding] of holders) {
      if (target === undefined) continue
      const ids = sql.join(holding.map((booking) => booking.id))
      await sql`update bookings set ${sql.ref(id)} = ${target} where id in (${ids})`.execute(trx)
    }
  }
}

const all = async <Row>(trx: Transaction, query: RawBuilder<unknown>) => (await query.execute(trx)).rows as Row[]

/** Sorts live records last, the oldest of them at the very end; before them the record that was deleted last. */
function lastingLast(a: Target, b: Target) {
  const [one, other] = [a.deletedAt ?? '~', b.deletedAt ?? '~']
  if (one === other) return a.id < b.id ? 1 : -1
  return one < other ? -1 : 1
}

const versionsOf = (trx: Transaction, resource: string, those: RawBuilder<unknown>) =>
  all<Version>(
    trx,
    sql`select record_id, action, record, at from history where resource = ${resource} ${those} order by record_id, version`,
  )

/** Returns when a booking took its present text; `undefined` if its history doesn't say. */
function takenOn(versions: Version[], field: string, letters: string): string | undefined {
  const before = versions.findLastIndex(({ record }) => wordIn(record, field) !== letters)
  return versions[before + 1]?.at
}

/** Returns the periods of each text; `versions` are ordered by record and version. */
function periodsOf(versions: Version[], field: string): Map<string, Period[]> {
  const periods = new Map<string, Period[]>()
  for (const [index, { recordId, action, record, at }] of versions.entries()) {
    if (action === 'delete') continue
    const next = versions[index + 1]
    const word = wordIn(record, field)
    const known = periods.get(word) ?? []
    known.push({ id: recordId, from: at, until: next?.recordId === recordId ? next.at : '~' })
    periods.set(word, known)
  }
  return periods
}

const wordIn = (record: string, field: string) => (JSON.parse(record) as Record<string, string>)[field] ?? ''
