import { sql } from 'kysely'
import { post } from './prepared.ts'
import type { Transaction } from './schema.ts'

/** Runs a part of a transaction: where it throws, what that part has written is undone, and the rest may go on. Not within another part. */
export async function apart<Result>(trx: Transaction, work: () => Promise<Result>): Promise<Result> {
  await post(trx, sql`savepoint part`.compile(trx))
  try {
    const result = await work()
    await post(trx, sql`release savepoint part`.compile(trx))
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx)
    throw error
  }
}
