import type { FastifyBaseLogger } from 'fastify'
import { forgetOverSessions } from './access/sessions.ts'
import { forgetOldAttempts } from './access/throttle.ts'
import type { Database } from './database/schema.ts'
import { forgetOldKeys } from './http/idempotency.ts'

/** In milliseconds. */
const every = 10 * 60_000

const chores = [forgetOverSessions, forgetOldAttempts, forgetOldKeys]

/** Clears away what is over, outside of requests, now and every ten minutes. Answers what ends it, after the chore under way. */
export function keepHouse(db: Database, log: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController()
  let underWay = tidy(db, log, stopping.signal)
  const timer = setInterval(() => {
    underWay = underWay.then(() => tidy(db, log, stopping.signal))
  }, every).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  }
}

/** One round, which `stopping` ends early. Several servers may do this at the same time: each statement is complete in itself. */
export async function tidy(db: Database, log: FastifyBaseLogger, stopping?: AbortSignal): Promise<void> {
  for (const chore of chores) {
    if (stopping?.aborted) return
    await chore(db).catch((err: unknown) => log.warn({ err }, 'housekeeping failed, the next round tries again'))
  }
}
