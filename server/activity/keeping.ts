import type { FastifyBaseLogger } from 'fastify'
import { tellOfFailures } from '#server/access/failed-sign-ins.ts'
import { gather, recently } from '#server/database/activity.ts'
import type { Database } from '#server/database/schema.ts'
import { seal } from './seals.ts'

/** Every so often, in milliseconds, the whole history is looked through for lines that came later than most. */
const wholeEvery = 3_600_000

/** A round of the housekeeping: gathers the lines that nobody has read yet, and seals them. It does no harm where several servers are at it. */
export function activityKeeper(db: Database, log: FastifyBaseLogger, ended: AbortSignal): () => Promise<void> {
  let lastWhole = Number.NEGATIVE_INFINITY
  return async () => {
    if (ended.aborted) return
    // By the time and not by the rounds, which several servers share.
    const isWhole = performance.now() - lastWhole >= wholeEvery
    if (isWhole) lastWhole = performance.now()
    try {
      await keepActivity(db, isWhole ? '' : await recently(db), ended)
    } catch (err) {
      log.warn({ err }, 'the activity could not be sealed, the next round tries again')
    }
  }
}

/** Gathers what was done since the line `after`, and seals all that is in no seal yet. */
export async function keepActivity(db: Database, after: string, ended?: AbortSignal): Promise<void> {
  await tellOfFailures(db)
  await gather(db, after, ended)
  await seal(db, ended)
}
