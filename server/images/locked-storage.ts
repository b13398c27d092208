import { setTimeout as pause } from 'node:timers/promises'
import { databaseNow } from '#server/db/clock.ts'
import type { Database } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { overloaded } from '#server/errors.ts'
import type { Media } from './media.ts'
import { safeAge } from './sweep.ts'

type Purpose = 'put' | 'remove'

/**
 * The lifetimes of claims, in milliseconds. A stored file is recorded within a day; a removal's claim stays only if its server died
 * or the store didn't answer.
 */
const lifetime: Record<Purpose, number> = { put: safeAge.media, remove: 10 * 60_000 }
const usualTimes = { longestWait: 5_000, between: 100 }

/**
 * Returns media whose `remove` spares a file that any server has put again. An S3 store can't do that: the same picture has the same name and
 * the same bytes. So every put and removal first claims the file in the database, where one row decides.
 * `put` waits for a running removal, and throws a 503 `HttpError` if that takes long.
 */
export function claimed(media: Media, db: Database, { longestWait, between } = usualTimes): Media {
  return {
    ...media,

    async put(name, content) {
      const end = performance.now() + longestWait
      while (!(await claim(db, name, 'put'))) {
        if (performance.now() > end) throw overloaded()
        await pause(between)
      }
      await media.put(name, content)
    },

    async remove(file) {
      if (!(await claim(db, file.name, 'remove'))) return
      await media.remove(file)
      // A failed removal keeps its claim, because the store may still carry it out.
      await db.deleteFrom('mediaClaims').where('name', '=', file.name).where('purpose', '=', 'remove').execute()
    },
  }
}

/** Claims the file. Returns `false` if another claim conflicts: a removal conflicts with any claim, a put only with a removal. */
async function claim(db: Database, name: string, purpose: Purpose): Promise<boolean> {
  const now = await databaseNow(db)
  const until = (age: number) => new Date(now + age).toISOString()
  const row = { name, purpose, until: until(lifetime[purpose]) }
  const claimed = await transact(
    db,
    undefined,
    (trx) =>
      trx
        .insertInto('mediaClaims')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(row)
            .where(({ eb, or }) =>
              or([eb('mediaClaims.until', '<', until(0)), ...(purpose === 'put' ? [eb('mediaClaims.purpose', '=', purpose)] : [])]),
            ),
        )
        .returning('name')
        .executeTakeFirst(),
    'read committed',
  )
  return claimed !== undefined
}

/** Deletes claims that have expired. A job calls this. */
export async function forgetOldClaims(db: Database): Promise<void> {
  const now = new Date(await databaseNow(db)).toISOString()
  await db.deleteFrom('mediaClaims').where('until', '<', now).execute()
}
