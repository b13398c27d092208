import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { fireAndForget } from './fire-and-forget.ts'
import { healthOf } from './health.ts'
import { newId } from './ids.ts'
import type { Database } from './schema.ts'
import { transact } from './transaction.ts'

/** More than the free space of half-empty pages, and than a usual change writes: when this fails, a smaller write may still succeed. */
const content = 'x'.repeat(256 * 1024)

/** Whether the database accepts writes. Commits a transaction that creates and drops a table, which leaves nothing behind. */
export async function canWrite(db: Database): Promise<boolean> {
  const table = sql.id(`probe_${newId()}`)
  try {
    await transact(db, undefined, async (trx) => {
      await sql`create table ${table} (content text)`.execute(trx)
      await sql`insert into ${table} values (${content})`.execute(trx)
      await sql`drop table ${table}`.execute(trx)
    })
    healthOf(db).writesFail = false
    return true
  } catch {
    return false
  }
}

/** Whether the database answers, and on SQLite whether a transaction can begin: another process may lock the file. Stores nothing. */
export async function canBegin(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    if (isPostgres(db)) return true
    const trx = await db.startTransaction().execute()
    await fireAndForget(trx, sql`select 1`)
    await trx.commit().execute()
    return true
  } catch {
    return false
  }
}
