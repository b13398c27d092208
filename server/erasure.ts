import { type ResourceName, resourceNames } from '#contract/all.ts'
import { today } from '#contract/dates.ts'
import { bookingRecords } from './bookings/coming.ts'
import type { Config } from './config.ts'
import type { Records } from './database/records.ts'
import type { Database, Transaction } from './database/schema.ts'
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
  now = Date.now(),
): Promise<void> {
  if (trashDays > 0) for (const name of resourceNames) await emptyTrash(db, name, new Date(now - trashDays * day).toISOString(), ended)
  if (retentionDays > 0) await forgetGuests(db, today(new Date(now - retentionDays * day)), ended)
}

async function emptyTrash(db: Database, name: ResourceName, before: string, ended: AbortSignal) {
  const kept = resources[name].records as Records<'movies'>
  const idsAfter = (last: string) =>
    db
      .selectFrom(name as 'movies')
      .select('id')
      .where('deletedAt', '<', before)
      .where('id', '>', last)
      .orderBy('id')
      .limit(page)
      .execute()
  await eachById(idsAfter, ended, async (id) => {
    // Whatever still needs it keeps it: a film its cover.
    const erase = async (trx: Transaction) => kept.erase(trx, await kept.find(trx, id, true), undefined)
    await transact(db, undefined, erase).catch(unlessRefused)
  })
}

/** The use of a promo code stays counted: the guest has had it. */
async function forgetGuests(db: Database, before: string, ended: AbortSignal) {
  const idsAfter = (last: string) =>
    db
      .selectFrom('bookings')
      .select('id')
      .where('date', '<', before)
      .where('deletedAt', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(page)
      .execute()
  await eachById(idsAfter, ended, async (id) => {
    const erase = async (trx: Transaction) => {
      await bookingRecords.remove(trx, await bookingRecords.findVersion(trx, id, undefined), undefined)
      await bookingRecords.erase(trx, await bookingRecords.find(trx, id, true), undefined)
    }
    await transact(db, undefined, erase).catch(unlessRefused)
  })
}

async function eachById(idsAfter: (last: string) => Promise<{ id: string }[]>, ended: AbortSignal, work: (id: string) => Promise<void>) {
  for (let last = ''; ; ) {
    const ids = await idsAfter(last)
    for (const { id } of ids) {
      if (ended.aborted) return
      await work(id)
      last = id
    }
    if (ids.length < page) return
  }
}

/** Somebody may have brought it back meanwhile. */
function unlessRefused(error: unknown) {
  if (!(error instanceof Refusal)) throw error
}
