import { sql } from 'kysely'
import { DatabaseUnavailable } from './errors.ts'
import { isUntrustedCertificate } from './postgres/tls.ts'
import type { Database } from './schema.ts'
import { waitUntilAnswered } from './wait-until-answered.ts'

/** In milliseconds. */
const usualTimes = { longest: 60_000, between: 500 }

/** What doesn't pass by itself: an unknown host, what PostgreSQL refuses for good (user, password, name of the database), a certificate that isn't believed. */
const final = /^(ENOTFOUND|28...|3D000|42501)$/

/**
 * Waits until the database answers: where both start together, it may be the later one. `tell` gets one sentence when there is
 * something to wait for. Throws `DatabaseUnavailable` after a minute, or at once where waiting is no help.
 */
export async function waitForDatabase(db: Database, tell: (sentence: string) => void, { longest, between } = usualTimes): Promise<void> {
  await waitUntilAnswered(() => sql`select 1`.execute(db), {
    longest,
    between,
    mayPass: (error) => error instanceof DatabaseUnavailable && !isFinal(error),
    onWait: () => tell(`The database at DATABASE_URL doesn't answer yet. Waiting up to ${Math.round(longest / 1000)} seconds for it…`),
  })
}

function isFinal({ cause }: DatabaseUnavailable): boolean {
  const { code } = (cause ?? {}) as { code?: unknown }
  return final.test(String(code)) || isUntrustedCertificate(code)
}
