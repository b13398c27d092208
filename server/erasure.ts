import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { firstBookingDay } from '#contract/bookings.ts'
import { today } from '#contract/dates.ts'
import { bookingRecords } from './bookings/coming.ts'
import type { Config } from './config.ts'
import { sharedNow } from './database/clock.ts'
import type { Records } from './database/records.ts'
import type { Database, Transaction } from './database/schema.ts'
import { transact } from './database/transact.ts'
import { failedLately, forgetOldFailures, isDatabaseFailing, noteFailure } from './failed-erasures.ts'
import { afterPlace, orderBy } from './lists/order.ts'
import { sqlName } from './lists/search-index.ts'
import { Refusal } from './refusals.ts'
import { resources } from './resources.ts'

/** In milliseconds. */
const day = 24 * 3_600_000
/** So many are looked for at once. */
const page = 100

/** Hears of a record that could not be taken away; `reason` quotes nothing of it. */
export type Failed = (name: ResourceName, id: string, reason: string) => void

/**
 * Takes away for good what has been in the trash for too long, and bookings whose day is long over; for the housekeeping. A record that fails is
 * noted and left out for a day, `failed` hears of it, and the others go on. Throws where the database itself fails.
 */
export async function eraseByAge(
  db: Database,
  { trashDays, retentionDays }: Pick<Config, 'trashDays' | 'retentionDays'>,
  ended: AbortSignal,
  now = sharedNow(),
  failed: Failed = () => {},
): Promise<void> {
  await forgetOldFailures(db)
  const before = new Date(now - trashDays * day).toISOString()
  const steps = [
    ...(trashDays > 0 ? resourceNames.map((name) => () => emptyTrash(db, name, before, ended, failed)) : []),
    ...(retentionDays > 0 ? [() => forgetGuests(db, today(new Date(now - retentionDays * day)), ended, failed)] : []),
  ]
  const errors: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

async function emptyTrash(db: Database, name: ResourceName, before: string, ended: AbortSignal, failed: Failed) {
  const kept = resources[name].records as Records<'movies'>
  await eachOf(db, name, { which: sql`deleted_at < ${before}`, columns: inTrash }, ended, failed, async (trx, id) => {
    const trashed = await kept.findTrashed(trx, id)
    // Whatever still needs it keeps it: a film its cover.
    if (trashed.deletedAt !== null && trashed.deletedAt < before) await kept.erase(trx, trashed, undefined)
  })
}

/**
 * Those in the trash as well. The use of a promo code stays counted: the guest has had it. A day before the product's first is a mistake in writing
 * and says nothing: such a booking goes by the day on which it was made.
 */
async function forgetGuests(db: Database, before: string, ended: AbortSignal, failed: Failed) {
  const isOver = ({ date, createdAt }: { date: string; createdAt: string }) => (date < firstBookingDay ? createdAt : date) < before
  const over = sql`date < ${before} and (date >= ${firstBookingDay} or created_at < ${before})`
  const forget = async (trx: Transaction, id: string) => {
    const booking = await bookingRecords.findAny(trx, id)
    if (!isOver(booking)) return
    if (booking.deletedAt === null) await bookingRecords.remove(trx, booking, undefined)
    await bookingRecords.erase(trx, await bookingRecords.findTrashed(trx, id), undefined)
  }
  const live = { which: sql<SqlBool>`${over} and deleted_at is null`, columns: ['date', 'time', 'id'] }
  const deleted = { which: sql<SqlBool>`${over} and deleted_at is not null`, columns: inTrash }
  for (const some of [live, deleted]) await eachOf(db, 'bookings', some, ended, failed, forget)
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

/** Does `work` for each of them in a transaction of its own, which has to see whether it is still one of them; what is refused or fails stays. */
async function eachOf(
  db: Database,
  name: ResourceName,
  some: Some,
  ended: AbortSignal,
  failed: Failed,
  work: (trx: Transaction, id: string) => Promise<void>,
) {
  for (let after: string[] | undefined; ; ) {
    const { rows } = await db.executeQuery(firstOf(db, name, some, after))
    const ids = rows.map(({ id = '' }) => id)
    const putOff = await failedLately(db, name, ids)
    for (const id of ids) {
      if (ended.aborted) return
      if (putOff.has(id)) continue
      await transact(db, undefined, (trx) => work(trx, id)).catch(async (error: unknown) => {
        // The record was restored meanwhile, or is still needed.
        if (error instanceof Refusal) return
        if (isDatabaseFailing(error)) throw error
        failed(name, id, await noteFailure(db, name, id, error))
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    after = some.columns.map((column) => last[column] ?? '')
  }
}
