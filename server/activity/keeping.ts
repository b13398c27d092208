import type { FastifyBaseLogger } from 'fastify'
import { tellOfFailures } from '#server/access/failed-sign-ins.ts'
import { gather, recently } from '#server/database/activity.ts'
import type { Database } from '#server/database/schema.ts'
import { seal } from './seals.ts'

/** Every so many rounds the whole history is looked through for lines that came later than most. */
const wholeRounds = 60

/** A round of the housekeeping: gathers the lines that nobody has read yet, and seals them. It may be going on on several servers. */
export function activityKeeper(db: Database, log: FastifyBaseLogger, ended: AbortSignal): () => Promise<void> {
  let rounds = 0
  return async () => {
    if (ended.aborted) return
    try {
      await keepActivity(db, rounds++ % wholeRounds === 0 ? '' : await recently(db), ended)
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
