import type { FastifyBaseLogger } from 'fastify'
import { sharedTime } from '#server/db/clock.ts'
import type { Database } from '#server/db/schema.ts'
import { gather, recently } from './events.ts'
import { tellOfFailures } from './failed-sign-ins.ts'
import { seal } from './seals.ts'

/**
 * A round of the housekeeping: gathers what was done since the last seal, and seals it. It may be going on on several servers. The whole history
 * is compared by `npm run verify` alone.
 */
export function activityKeeper(db: Database, log: FastifyBaseLogger, ended: AbortSignal): () => Promise<void> {
  return async () => {
    if (ended.aborted) return
    try {
      await keepActivity(db, await recently(db), ended)
    } catch (err) {
      log.warn({ err }, 'the activity could not be sealed, the next round tries again')
    }
  }
}

/** Gathers what was done since the line `after`, and seals all that is in no seal yet. */
export async function keepActivity(db: Database, after: string, ended?: AbortSignal): Promise<void> {
  const begun = sharedTime()
  await tellOfFailures(db)
  await gather(db, after, ended)
  await seal(db, ended, begun)
}
