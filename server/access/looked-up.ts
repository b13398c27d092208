import { sharedNow } from '#server/database/clock.ts'
import type { Revision } from '#server/database/revision.ts'
import type { Authenticate } from '#server/http/guard.ts'

/**
 * Looks each session up once for as long as the database stays as it is, where that is told at once (SQLite): a look takes as long as to write
 * a row, and most requests come while nothing is committed. Nobody is remembered whose session isn't prolonged by what they ask.
 */
export function lookedUpOnce(authenticate: Authenticate, revision: Revision): Authenticate {
  const known = new Map<string, NonNullable<Awaited<ReturnType<Authenticate>>>>()
  let stateOfThese: unknown
  return async (db, token, how) => {
    const state = db.isTransaction ? undefined : revision.now()
    if (state === undefined || state instanceof Promise) return authenticate(db, token, how)
    if (state !== stateOfThese) known.clear()
    stateOfThese = state
    const before = known.get(token)
    if (before && sharedNow() < before.until) return before
    const found = await authenticate(db, token, how)
    if (found && how.isUse && state === stateOfThese) known.set(token, found)
    return found
  }
}
