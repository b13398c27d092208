import { sql } from 'kysely'
import type { ResourceName } from '#contract/all.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Transaction } from '#server/db/schema.ts'

/**
 * Waits until no other import into this collection runs, on any server, and then holds the turn until the transaction ends. Two imports thus never
 * add the same key, and don't collide. SQLite runs one transaction at a time anyway.
 */
export async function takeTurn(trx: Transaction, name: ResourceName): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${`moviebox import ${name}`}, 0))`.execute(trx)
}
