import type { FastifyBaseLogger } from 'fastify'
import { sharedTime } from '#server/db/clock.ts'
import type { Database } from '#server/db/schema.ts'
import { gather, recently } from './events.ts'
import { tellOfFailures } from './failed-sign-ins.ts'
import { seal } from './seals.ts'

/**
 * Returns a round of the job that gathers the changes since the last seal and seals them. Several servers may run it at once. Only
 * `npm run verify` compares the whole history.
 */
export function activityKeeper(db: Database, log: FastifyBaseLogger, ended: AbortSignal): () => Promise<void> {
  return async () => {
    if (ended.aborted) return
    try {
      await keepActivity(db, await recently(db), ended)
    } catch (err) {
      log.warn({ err }, 'could not seal the activity log; will retry in the next run')
    }
  }
}

/** Gathers the changes since the line `after`, and seals all lines that are in no seal yet. */
export async function keepActivity(db: Database, after: string, ended?: AbortSignal): Promise<void> {
  const begun = sharedTime()
  await tellOfFailures(db)
  await gather(db, after, ended)
  await seal(db, ended, begun)
}
