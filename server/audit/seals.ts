import { hash } from 'node:crypto'
import { sharedTime } from '#server/db/clock.ts'
import type { Database, Schema, Transaction } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'

type Line = Schema['activity']
type Seal = Schema['seals']

/** The most lines of a seal. */
const most = 250

/**
 * Seals the lines that are in no seal yet, batch by batch. Each seal contains the hash of the one before, so a change to an earlier seal breaks
 * all that follow. The second of two servers finds the number taken, and continues from there. `at` is the time up to which all
 * changes are gathered.
 */
export async function seal(db: Database, ended?: AbortSignal, at = sharedTime()): Promise<void> {
  while (!ended?.aborted) if ((await transact(db, undefined, (trx) => sealSome(trx, at))) < most) return
}

async function sealSome(trx: Transaction, at: string): Promise<number> {
  const lines = await trx.selectFrom('activity').selectAll().where('seal', 'is', null).orderBy('id').limit(most).execute()
  if (lines.length === 0) return 0
  const before = await trx.selectFrom('seals').select(['id', 'hash', 'total']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  const total = (before?.total ?? 0) + lines.length
  const made = { id: numberAfter(before?.id), at, total, lines: lines.map(sealedLine).join('\n') }
  await trx
    .insertInto('seals')
    .values({ ...made, hash: sealOf(made, before?.hash) })
    .execute()
  const ids = lines.map(({ id }) => id)
  await trx.updateTable('activity').set({ seal: made.id }).where('id', 'in', ids).execute()
  return lines.length
}

/** How many lines there are, without a look at each. */
export async function countLines(db: Database): Promise<number> {
  const { unsealed } = await db
    .selectFrom('activity')
    .where('seal', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('unsealed'))
    .executeTakeFirstOrThrow()
  const last = await db.selectFrom('seals').select('total').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return (last?.total ?? 0) + unsealed
}

/** Returns the next number as text that sorts like the numbers. */
export const numberAfter = (id = '0'): string => String(Number(id) + 1).padStart(10, '0')

/** Returns the hash of a seal that follows the seal with the hash `before`. */
export const sealOf = ({ id, at, total, lines }: Omit<Seal, 'hash'>, before = ''): string => digest([before, id, at, total, lines])

/** The part of a line that a seal covers: nothing that can be erased. */
export const sealedLine = ({ id, at, byId, byName, kind, resource, recordId, version, digest: content }: Line): string =>
  `${id} ${digest([id, at, byId, byName, kind, resource, recordId, version, content])}`

const digest = (parts: readonly unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url')
