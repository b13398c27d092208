import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { healthOf } from '#server/db/health.ts'
import type { Database } from '#server/db/schema.ts'
import { canBegin, canWrite } from '#server/db/write-probe.ts'

/** In milliseconds. */
const usualTimes = {
  /** How long an answer of the readiness check stands: asking often must not load the database. */
  fresh: 1_000,
  /** How long whoever asks waits for it. */
  timeLimit: 1_500,
  /** A check that takes longer counts as lost, and the next one may begin. */
  longest: 15_000,
}

/**
 * `/livez`: the process runs. `/readyz`: it can serve, which means that the database answers and takes changes, and that it isn't `leaving`:
 * then others are to be asked from now on, while it still answers.
 */
export function healthRoutes(app: FastifyInstance, db: Database, leaving?: AbortSignal, times = usualTimes): void {
  app.get('/livez', () => ({ status: 'ok' }))

  let check: Promise<boolean> | undefined
  const forget = () => {
    check = undefined
  }
  app.get('/readyz', async (_request, reply) => {
    if (leaving?.aborted) return reply.code(503).send({ status: 'leaving' })
    // One at a time, however long the database takes; whoever asks gets an answer soon all the same.
    check ??= within(times.longest, isReady(db)).finally(() => setTimeout(forget, times.fresh).unref())
    const ready = await within(times.timeLimit, check)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}

async function isReady(db: Database): Promise<boolean> {
  const { isDamaged, writesFail } = healthOf(db)
  if (isDamaged) return false
  // Only where writing has failed is something written: this is no place to load the database.
  return writesFail ? canWrite(db) : canBegin(db)
}

/** The answer of `check`, or no after so many milliseconds without one. */
async function within(limit: number, check: Promise<boolean>): Promise<boolean> {
  const over = new AbortController()
  try {
    return await Promise.race([check, pause(limit, false, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
