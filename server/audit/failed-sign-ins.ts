import { sql } from 'kysely'
import { sharedTime } from '#server/db/clock.ts'
import { idOf } from '#server/db/ids.ts'
import type { Database } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { recordAuditEvent } from './events.ts'

/**
 * Counts a failed sign-in under the user with the typed name. All failures under unknown names share one count: users type passwords into
 * name fields, so the typed name is stored nowhere. Both cases cost the same. The activity gets at most a line a minute for each user,
 * however many callers try from however many places.
 */
export async function countFailure(db: Database, userId: string | undefined, address: string): Promise<void> {
  const now = { address, at: sharedTime() }
  await db
    .insertInto('failedSignIns')
    .values({ userId: userId ?? '', times: 1, ...now })
    .onConflict((oc) => oc.column('userId').doUpdateSet({ times: sql`failed_sign_ins.times + 1`, ...now }))
    .execute()
}

/** Moves the counted failures into the activity. */
export async function tellOfFailures(db: Database): Promise<void> {
  if (!(await db.selectFrom('failedSignIns').select('userId').limit(1).executeTakeFirst())) return
  await transact(db, undefined, async (trx) => {
    const counted = await trx.deleteFrom('failedSignIns').returningAll().execute()
    for (const { userId, times, address, at } of counted) {
      const user = await trx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
      const by = user ? { id: userId, name: user.username } : null
      await recordAuditEvent(trx, { kind: 'failed sign-in', by, at, id: idOf(Date.parse(at)), details: { address, times } })
    }
  })
}
