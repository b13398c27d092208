import type { FastifyRequest } from 'fastify'
import type { Person } from '#contract/session.ts'
import { guessLightly } from '#server/auth/throttle.ts'
import type { Database } from '#server/db/schema.ts'
import { networkOf } from '#server/http/network.ts'
import { codeExists } from './uses.ts'

/**
 * Runs `work` that tries a promo code. After twenty codes that don't exist, every further try is delayed by up to half a minute (429). An existing
 * code that is refused (`FailedAttempt`), because it has expired or was used up, doesn't count as a guess.
 */
export function guessingCode<Result>(
  db: Database,
  { caller, request, code }: { caller: Person; request: FastifyRequest; code: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const limits = {
    own: [{ key: `promo ${caller._id}`, free: 20, longest: 30 }],
    shared: [{ key: `promo ${networkOf(request.ip)}`, free: 100, longest: 30 }],
  }
  return guessLightly(db, limits, work, async () => !(await codeExists(db, code)))
}
