import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { today } from '#contract/dates.ts'
import { bookingRecords } from './bookings/coming.ts'
import type { Config } from './config.ts'
import { sharedNow } from './database/clock.ts'
import type { Records } from './database/records.ts'
import type { Database, Transaction } from './database/schema.ts'
import { transact } from './database/transact.ts'
import { afterPlace, orderBy } from './lists/order.ts'
import { sqlName } from './lists/search-index.ts'
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
  await eachOf(db, name, { which: sql`deleted_at < ${before}`, columns: inTrash }, ended, async (trx, id) => {
    const trashed = await kept.findTrashed(trx, id)
    // Whatever still needs it keeps it: a film its cover.
    if (trashed.deletedAt !== null && trashed.deletedAt < before) await kept.erase(trx, trashed, undefined)
  })
}

/** Those in the trash as well. The use of a promo code stays counted: the guest has had it. */
async function forgetGuests(db: Database, before: string, ended: AbortSignal) {
  const forget = async (trx: Transaction, id: string) => {
    const booking = await bookingRecords.findAny(trx, id)
    if (booking.date >= before) return
    if (booking.deletedAt === null) await bookingRecords.remove(trx, booking, undefined)
    await bookingRecords.erase(trx, await bookingRecords.findTrashed(trx, id), undefined)
  }
  await eachOf(db, 'bookings', { which: sql`date < ${before} and deleted_at is null`, columns: ['date', 'time', 'id'] }, ended, forget)
  await eachOf(db, 'bookings', { which: sql`date < ${before} and deleted_at is not null`, columns: inTrash }, ended, forget)
}

/** Some records, and the columns of the index that has them in order: in that of their ids SQLite would walk through all others. */
type Some = { which: RawBuilder<SqlBool>; columns: readonly string[] }

const inTrash = ['deletedAt', 'id']

/** The first of them behind a place in their order, as a query. */
export const firstOf = (
  db: Database,
  name: ResourceName,
  { which, columns }: Some,
  after?: string[],
): CompiledQuery<Record<string, string>> =>
  sql<Record<string, string>>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(sqlName(name))}
    where ${sql.join([which, ...afterPlace({ columns, isDescending: false, after })], sql` and `)}
    order by ${orderBy({ columns, isDescending: false })} limit ${page}`.compile(db)

/** Does `work` for each of them in a transaction of its own, which has to see whether it is still one of them; what is refused stays. */
async function eachOf(
  db: Database,
  name: ResourceName,
  some: Some,
  ended: AbortSignal,
  work: (trx: Transaction, id: string) => Promise<void>,
) {
  for (let after: string[] | undefined; ; ) {
    const { rows } = await db.executeQuery(firstOf(db, name, some, after))
    for (const { id = '' } of rows) {
      if (ended.aborted) return
      await transact(db, undefined, (trx) => work(trx, id)).catch(unlessRefused)
    }
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    after = some.columns.map((column) => last[column] ?? '')
  }
}

/** Somebody may have brought it back meanwhile. */
function unlessRefused(error: unknown) {
  if (!(error instanceof Refusal)) throw error
}
