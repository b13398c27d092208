import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { today } from '#contract/dates.ts'
import { bookingRecords } from './bookings/coming.ts'
import type { Config } from './config.ts'
import { sharedNow } from './database/clock.ts'
import { isPostgres } from './database/dialect.ts'
import { notByIndex } from './database/filters.ts'
import { pagesById } from './database/pages.ts'
import type { Records } from './database/records.ts'
import type { Database, Transaction } from './database/schema.ts'
import { sqlName } from './database/search.ts'
import { transact } from './database/transact.ts'
import { Refusal } from './refusals.ts'
import { resources } from './resources.ts'

/** In milliseconds. */
const day = 24 * 3_600_000
/** So many are looked for at once. */
const page = 100

/** Takes away for good what has been in the trash for too long, and bookings whose day is long over; for the housekeeping. */
export async function eraseByAge(
  db: Database,
  { trashDays, retentionDays }: Pick<Config, 'trashDays' | 'retentionDays'>,
  ended: AbortSignal,
  now = sharedNow(),
): Promise<void> {
  if (trashDays > 0) for (const name of resourceNames) await emptyTrash(db, name, new Date(now - trashDays * day).toISOString(), ended)
  if (retentionDays > 0) await forgetGuests(db, today(new Date(now - retentionDays * day)), ended)
}

async function emptyTrash(db: Database, name: ResourceName, before: string, ended: AbortSignal) {
  const kept = resources[name].records as Records<'movies'>
  await eachOf(db, name, sql`deleted_at < ${before}`, ended, async (trx, id) => {
    const trashed = await kept.findTrashed(trx, id)
    // Whatever still needs it keeps it: a film its cover.
    if (trashed.deletedAt !== null && trashed.deletedAt < before) await kept.erase(trx, trashed, undefined)
  })
}

/** Those in the trash as well. The use of a promo code stays counted: the guest has had it. */
async function forgetGuests(db: Database, before: string, ended: AbortSignal) {
  // Each has an index of its own.
  for (const which of [sql<SqlBool>`date < ${before} and deleted_at is null`, sql<SqlBool>`date < ${before} and deleted_at is not null`])
    await eachOf(db, 'bookings', which, ended, async (trx, id) => {
      const booking = await bookingRecords.findAny(trx, id)
      if (booking.date >= before) return
      if (booking.deletedAt === null) await bookingRecords.remove(trx, booking, undefined)
      await bookingRecords.erase(trx, await bookingRecords.findTrashed(trx, id), undefined)
    })
}

/** The first `size` records after an id, as a query. SQLite would rather walk through all there are, because they come in that order. */
export function idsOf(
  db: Database,
  name: ResourceName,
  which: RawBuilder<SqlBool>,
  after: string,
  size: number,
): RawBuilder<{ id: string }> {
  const id = isPostgres(db) ? sql.ref('id') : notByIndex('id')
  return sql`select id from ${sql.table(sqlName(name))} where ${which} and ${id} > ${after} order by ${id} limit ${size}`
}

/** Does `work` for each of them in a transaction of its own, which has to see whether it is still one of them; what is refused stays. */
async function eachOf(
  db: Database,
  name: ResourceName,
  which: RawBuilder<SqlBool>,
  ended: AbortSignal,
  work: (trx: Transaction, id: string) => Promise<void>,
) {
  const ask = async (after: string, size: number) => (await idsOf(db, name, which, after, size).execute(db)).rows
  for await (const rows of pagesById(ask, page)) {
    for (const { id } of rows) {
      if (ended.aborted) return
      await transact(db, undefined, (trx) => work(trx, id)).catch(unlessRefused)
    }
  }
}

/** Somebody may have brought it back meanwhile. */
function unlessRefused(error: unknown) {
  if (!(error instanceof Refusal)) throw error
}
