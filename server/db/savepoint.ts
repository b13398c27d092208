import { sql } from 'kysely'
import { fireAndForget } from './fire-and-forget.ts'
import type { Transaction } from './schema.ts'

/** Runs `work` in a savepoint and returns its result: an error rolls back only what `work` wrote. Can't be nested. */
export async function withSavepoint<Result>(trx: Transaction, work: () => Promise<Result>): Promise<Result> {
  await fireAndForget(trx, sql`savepoint part`)
  try {
    const result = await work()
    await fireAndForget(trx, sql`release savepoint part`)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx)
    throw error
  }
}
