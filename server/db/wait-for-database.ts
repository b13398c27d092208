import { sql } from 'kysely'
import { DatabaseUnavailable } from './errors.ts'
import { isUntrustedCertificate } from './postgres/tls.ts'
import type { Database } from './schema.ts'
import { waitingUpTo, waitUntilAnswered } from './wait-until-answered.ts'

/** In milliseconds. */
const usualTimes = { longest: 60_000, between: 500 }

/** Failures that don't pass by themselves: an unknown host, PostgreSQL's refusal of the user, password or database name, an untrusted certificate. */
const final = /^(ENOTFOUND|28...|3D000|42501)$/

/**
 * Waits until the database answers: if both start together, the database may be later. `tell` receives one sentence if there is a wait. Throws
 * `DatabaseUnavailable` after a minute, or at once if waiting is no help.
 */
export async function waitForDatabase(db: Database, tell: (sentence: string) => void, { longest, between } = usualTimes): Promise<void> {
  await waitUntilAnswered(() => sql`select 1`.execute(db), {
    longest,
    between,
    mayPass: (error) => error instanceof DatabaseUnavailable && !isFinal(error),
    onWait: () => tell(`The database at DATABASE_URL does not respond yet. ${waitingUpTo(longest)}…`),
  })
}

function isFinal({ cause }: DatabaseUnavailable): boolean {
  const { code } = (cause ?? {}) as { code?: unknown }
  return final.test(String(code)) || isUntrustedCertificate(code)
}
