import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { healthOf } from '#server/db/health.ts'
import type { Database } from '#server/db/schema.ts'
import { canBegin, canWrite } from '#server/db/write-probe.ts'

/** The times of the readiness check, in milliseconds. */
const usualTimes = {
  /** How long a readiness result is reused: frequent calls must not load the database. */
  fresh: 1_000,
  /** How long a caller waits for the result. */
  timeLimit: 1_500,
  /** A check that takes longer counts as lost, and the next one may begin. */
  longest: 15_000,
}

/**
 * `/livez` reports that the process runs. `/readyz` reports that it can serve: the database answers and takes changes, and the server isn't
 * `leaving`. A leaving server still answers, but new requests should go to other servers.
 */
export function healthRoutes(app: FastifyInstance, db: Database, leaving?: AbortSignal, times = usualTimes): void {
  app.get('/livez', () => ({ status: 'ok' }))

  let check: Promise<boolean> | undefined
  const forget = () => {
    check = undefined
  }
  app.get('/readyz', async (_request, reply) => {
    if (leaving?.aborted) return reply.code(503).send({ status: 'leaving' })
    // One check runs at a time, however long the database takes; each caller still gets an answer within `timeLimit`.
    check ??= within(times.longest, isReady(db)).finally(() => setTimeout(forget, times.fresh).unref())
    const ready = await within(times.timeLimit, check)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}

async function isReady(db: Database): Promise<boolean> {
  const { isDamaged, writesFail } = healthOf(db)
  if (isDamaged) return false
  // The check writes only after a write has failed, because it must not load the database.
  return writesFail ? canWrite(db) : canBegin(db)
}

/** Returns the result of `check`, or false after `limit` milliseconds without one. */
async function within(limit: number, check: Promise<boolean>): Promise<boolean> {
  const over = new AbortController()
  try {
    return await Promise.race([check, pause(limit, false, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
