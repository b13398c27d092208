import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Person } from '#contract/session.ts'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'

/** How long a key is remembered, in milliseconds. */
const memory = 24 * 3_600_000

/** A request with an `Idempotency-Key`: a later request with the same key gets the first answer. */
export type NamedRequest = { key: string; fingerprint: string }

/**
 * Returns the key of a `POST`, or `undefined` without one. A key counts for one user and one address. Only hashes are stored:
 * the fingerprint of a body, which may hold a password, can't be tested against guesses without the key itself.
 * Throws a 422 for a key that isn't 1 to 255 printable ASCII characters. See draft-ietf-httpapi-idempotency-key-header.
 */
export function namedRequest(request: FastifyRequest, caller: Person | undefined): NamedRequest | undefined {
  const name = request.headers['idempotency-key']
  if (request.method !== 'POST' || name === undefined || caller === undefined) return undefined
  if (typeof name !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(name)) {
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key must be 1 to 255 printable characters, such as a UUID.' })
  }
  return {
    key: createHash('sha256')
      .update(JSON.stringify([caller._id, request.url, name]))
      .digest('hex'),
    fingerprint: createHmac('sha256', name)
      .update(JSON.stringify(request.body ?? null))
      .digest('hex'),
  }
}

/** Runs `work` in `trx` and stores its answer under the key. A repeated request gets the stored answer. Another body under the key throws a 422. */
export async function once<Result>(trx: Transaction, { key, fingerprint }: NamedRequest, work: () => Promise<Result>): Promise<Result> {
  const first = await trx.selectFrom('idempotencyKeys').select(['fingerprint', 'answer', 'at']).where('key', '=', key).executeTakeFirst()
  const isOver = first !== undefined && first.at < new Date(sharedNow() - memory).toISOString()
  if (first && !isOver) {
    if (first.fingerprint !== fingerprint) {
      throw invalid({ 'Idempotency-Key': 'This Idempotency-Key was already used with a different body. Use a new key for a new request.' })
    }
    return JSON.parse(first.answer) as Result
  }
  if (isOver) await fireAndForget(trx, trx.deleteFrom('idempotencyKeys').where('key', '=', key))
  const result = await work()
  const answered = { key, fingerprint, answer: JSON.stringify(result), at: sharedTime() }
  await fireAndForget(trx, trx.insertInto('idempotencyKeys').values(answered))
  return result
}

/** Deletes the keys older than a day. A job calls this. */
export async function forgetOldKeys(db: Database, now = sharedNow()): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('at', '<', new Date(now - memory).toISOString())
    .execute()
}
