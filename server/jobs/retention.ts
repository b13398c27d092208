import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { firstBookingDay } from '#contract/bookings.ts'
import { today } from '#contract/dates.ts'
import { bookingRecords } from '#server/bookings/upcoming.ts'
import type { Config } from '#server/config.ts'
import { sharedNow } from '#server/db/clock.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { afterPlace, orderByClause } from '#server/lists/order.ts'
import { sqlName } from '#server/lists/search-index.ts'
import type { Records } from '#server/records/repository.ts'
import { resources } from '#server/resources.ts'
import { failedLately, forgetOldFailures, isDatabaseFailing, noteFailure } from './failed-erasures.ts'

/** In milliseconds. */
const day = 24 * 3_600_000
/** The number of records that one query reads. */
const page = 100

/** Called for a record that could not be erased; `reason` quotes nothing of the record. */
export type Failed = (name: ResourceName, id: string, reason: string) => void

/**
 * Erases records that have been in the trash for too long, and bookings long after their day; a background job. A failing record is noted,
 * reported to `failed`, and skipped for a day, while the others continue. Throws if the database itself fails.
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
  const records = resources[name].records as Records<'movies'>
  await eachOf(db, name, { which: sql`deleted_at < ${before}`, columns: inTrash }, ended, failed, async (trx, id) => {
    const trashed = await records.findTrashed(trx, id)
    // A record that is still in use stays: an image that is a film's cover, for one.
    if (trashed.deletedAt !== null && trashed.deletedAt < before) await records.erase(trx, trashed, undefined)
  })
}

/**
 * Erases old bookings, deleted ones included. The use of a promo code stays counted, because the guest has had the discount. A date before the
 * product's first day is a typing error. Such a booking counts from the day of its creation.
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

/** A set of records, and the columns of the index that holds them in order. In the order of their ids, SQLite would scan all other records. */
type Some = { which: RawBuilder<SqlBool>; columns: readonly string[] }

const inTrash = ['deletedAt', 'id']

/** Returns the query for the first batch of records after a position in their order. */
export const firstBatch = (
  db: Database,
  name: ResourceName,
  { which, columns }: Some,
  after?: string[],
): CompiledQuery<Record<string, string>> =>
  sql<Record<string, string>>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(sqlName(name))}
    where ${sql.join([which, ...afterPlace({ columns, isDescending: false, after })], sql` and `)}
    order by ${orderByClause({ columns, isDescending: false })} limit ${page}`.compile(db)

/**
 * Runs `work` for each of these records in a transaction of its own; `work` has to check that the record still belongs to the set. Rejected
 * and failing records stay.
 */
async function eachOf(
  db: Database,
  name: ResourceName,
  some: Some,
  ended: AbortSignal,
  failed: Failed,
  work: (trx: Transaction, id: string) => Promise<void>,
) {
  for (let after: string[] | undefined; ; ) {
    const { rows } = await db.executeQuery(firstBatch(db, name, some, after))
    const ids = rows.map(({ id = '' }) => id)
    const putOff = await failedLately(db, name, ids)
    for (const id of ids) {
      if (ended.aborted) return
      if (putOff.has(id)) continue
      await transact(db, undefined, (trx) => work(trx, id)).catch(async (error: unknown) => {
        // The record was restored meanwhile, or is still in use.
        if (error instanceof HttpError) return
        if (isDatabaseFailing(error)) throw error
        failed(name, id, await noteFailure(db, name, id, error))
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    after = some.columns.map((column) => last[column] ?? '')
  }
}
