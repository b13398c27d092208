import { createHash } from 'node:crypto'
import { databaseNow } from '#server/db/clock.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { FailedAttempt, HttpError } from '#server/errors.ts'

/** A limit on failures: after `free` failures the next try has to wait, at most `longest` seconds. */
export type Limit = { key: string; free: number; longest: number }

/**
 * The limits that a guess counts against. A right guess clears the failures of `own`, because its caller is the right one.
 * The failures of `shared` limits stay, and a right guess leaves them as if it had not happened.
 */
export type Limits = { own: Limit[]; shared: Limit[] }

/** The time without tries after which all failures are forgotten, in milliseconds. */
const memory = 15 * 60_000

/**
 * Runs `work` as a guess. A guess counts as a failure until it turns out right, so that a hundred at once don't slip through. Throws a 429
 * `HttpError` while a limit has to wait, longer after each `FailedAttempt` that `work` throws. A limit slows down, it never locks. Another
 * error has told the caller nothing and isn't counted.
 *
 *     const user = await guess(db, limits, () => verify(username, password))
 */
export async function guess<Result>(db: Database, limits: Limits, work: () => Promise<Result>): Promise<Result> {
  const shared = await countTry(db, [...limits.own, ...limits.shared])
  const own = shared.splice(0, limits.own.length)
  try {
    const result = await work()
    await settle(db, async (trx) => {
      await forget(trx, own)
      await takeBack(trx, shared)
    })
    return result
  } catch (error) {
    if (!(error instanceof FailedAttempt)) await settle(db, (trx) => takeBack(trx, [...own, ...shared]))
    throw error
  }
}

/**
 * Runs `work` like `guess`, for callers that are right and many at once. Only a wrong guess is counted, once it is known to be wrong (`isGuess`).
 * A right guess costs one read.
 */
export async function guessLightly<Result>(
  db: Database,
  limits: Limits,
  work: () => Promise<Result>,
  isGuess: () => Promise<boolean>,
): Promise<Result> {
  const seen = await look(db, [...limits.own, ...limits.shared])
  await requireNoWait(db, seen)
  try {
    const result = await work()
    const own = seen.slice(0, limits.own.length)
    if (own.some(({ before }) => before)) await settle(db, (trx) => forget(trx, own))
    return result
  } catch (error) {
    if (error instanceof FailedAttempt && (await isGuess())) await countTry(db, [...limits.own, ...limits.shared])
    throw error
  }
}

/** Deletes the rows whose failures are forgotten. A job calls this. */
export async function forgetOldAttempts(db: Database): Promise<void> {
  const now = await databaseNow(db)
  await db
    .deleteFrom('attempts')
    .where('lastAt', '<', new Date(now - memory).toISOString())
    .execute()
}

type Count = { failures: number; lastAt: string }
/** A counted try: the row's count before it and after it. */
type Counted = { key: string; before: Count | undefined; after: Count; wait: number }

async function countTry(db: Database, limits: Limit[]): Promise<Counted[]> {
  const counted = await transact(db, undefined, async (trx) => {
    const seen = await look(trx, limits)
    if (longestWait(seen) === 0) for (const { key, after } of seen) await write(trx, key, after)
    return seen
  })
  await requireNoWait(db, counted)
  return counted
}

async function look(db: Database, limits: Limit[]): Promise<Counted[]> {
  const now = await databaseNow(db)
  const rows = await db.selectFrom('attempts').selectAll().where('key', 'in', limits.map(keyOf)).execute()
  return limits.map((limit) =>
    count(
      limit,
      rows.find(({ key }) => key === keyOf(limit)),
      now,
    ),
  )
}

async function requireNoWait(db: Database, counted: Counted[]): Promise<void> {
  const wait = longestWait(counted)
  if (wait === 0) return
  for (const { key, before, after } of counted) {
    // The clock was set back: from here on the wait passes again.
    if (before && before.lastAt > after.lastAt)
      await db.updateTable('attempts').set({ lastAt: after.lastAt }).where('key', '=', key).where('lastAt', '=', before.lastAt).execute()
  }
  throw tooManyAttempts(Math.ceil(wait))
}

const longestWait = (counted: Counted[]) => Math.max(0, ...counted.map(({ wait }) => wait))

/** Counts one try. `wait` is the time left to wait, in seconds. A failure fades in the time of the longest wait: slower tries never have to wait. */
function count(limit: Limit, row: Count | undefined, now: number): Counted {
  const before = row && { failures: row.failures, lastAt: row.lastAt }
  const quiet = before ? Math.max(0, now - Date.parse(before.lastAt)) / 1000 : 0
  const failures = before && quiet * 1000 < memory ? Math.max(0, before.failures - quiet / limit.longest) : 0
  const wait = before ? waitAfter(before.failures, limit) - quiet : 0
  return { key: keyOf(limit), before, after: { failures: failures + 1, lastAt: new Date(now).toISOString() }, wait }
}

const waitAfter = (failures: number, { free, longest }: Limit) => {
  const beyond = Math.ceil(failures) - free
  return beyond < 0 ? 0 : Math.min(longest, 2 ** Math.min(beyond, 20))
}

async function write(trx: Transaction, key: string, values: Count): Promise<void> {
  await trx
    .insertInto('attempts')
    .values({ key, ...values })
    .onConflict((oc) => oc.column('key').doUpdateSet(values))
    .execute()
}

/** Runs the bookkeeping of a try whose result is known and may be stored already. An error is ignored: at worst, the try stays counted. */
async function settle(db: Database, work: (trx: Transaction) => Promise<void>): Promise<void> {
  await transact(db, undefined, work).catch(() => {})
}

async function forget(trx: Transaction, counted: Counted[]): Promise<void> {
  for (const { key } of counted) await trx.deleteFrom('attempts').where('key', '=', key).execute()
}

/** Restores the counts from before the try. Where another caller tried meanwhile, only one failure is taken off. */
async function takeBack(trx: Transaction, counted: Counted[]): Promise<void> {
  for (const { key, before, after } of counted) {
    const row = await trx.selectFrom('attempts').selectAll().where('key', '=', key).executeTakeFirst()
    if (!row) continue
    const isMine = row.failures === after.failures && row.lastAt === after.lastAt
    if (!isMine) await write(trx, key, { failures: Math.max(0, row.failures - 1), lastAt: row.lastAt })
    else if (before) await write(trx, key, before)
    else await trx.deleteFrom('attempts').where('key', '=', key).execute()
  }
}

const tooManyAttempts = (seconds: number) =>
  new HttpError(429, 'too_many_attempts', `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    retryAfter: seconds,
  })

/** The hash under which a limit is stored. Users type passwords into name fields, so typed text is never stored. */
const keyOf = ({ key }: Limit) => createHash('sha256').update(key).digest('hex')
