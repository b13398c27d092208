import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseUnavailable } from './failures.ts'
import type { Database } from './schema.ts'
import { isUnbelieved } from './tls.ts'

/** In milliseconds. */
const usualTimes = { longest: 60_000, between: 500 }

/** What doesn't pass by itself: an unknown host, what PostgreSQL refuses for good (user, password, name of the database), a certificate that isn't believed. */
const final = /^(ENOTFOUND|28...|3D000|42501)$/

/**
 * Waits until the database answers: where both start together, it may be the later one. `tell` gets one sentence when there is
 * something to wait for. Throws `DatabaseUnavailable` after a minute, or at once where waiting is no help.
 */
export async function reach(db: Database, tell: (sentence: string) => void, { longest, between } = usualTimes): Promise<void> {
  const end = performance.now() + longest
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || isFinal(error) || performance.now() >= end) throw error
      if (attempt === 1)
        tell(`The database at DATABASE_URL doesn't answer yet. Waiting up to ${Math.round(longest / 1000)} seconds for it…`)
      await pause(between)
    }
  }
}

function isFinal({ cause }: DatabaseUnavailable): boolean {
  const { code } = (cause ?? {}) as { code?: unknown }
  return final.test(String(code)) || isUnbelieved(code)
}
