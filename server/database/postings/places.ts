import { sql } from 'kysely'
import type { Transaction } from '#server/database/schema.ts'

/** A record that the postings know, by the number that it has in their bitmaps. A place that was left isn't given again. */
export type Placed = { id: string; place: number }

export async function placesOf(trx: Transaction, resource: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ recordId: string; place: number }>`select record_id, place from posting_places
    where resource = ${resource} and record_id in (${sql.join(ids)})`.execute(trx)
  return new Map(rows.map(({ recordId, place }) => [recordId, place]))
}

export async function addPlaces(trx: Transaction, resource: string, records: readonly Placed[]): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ id, place }) => sql`(${resource}, ${id}, ${sql.lit(place)})`)
  await sql`insert into posting_places (resource, record_id, place) values ${sql.join(rows)}`.execute(trx)
}

export async function forgetPlaces(trx: Transaction, resource: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from posting_places where resource = ${resource} and record_id in (${sql.join(ids)})`.execute(trx)
}
