import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Database } from './schema.ts'

/** What PostgreSQL's clock says, in milliseconds since 1970. */
export const postgresNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

/** The time by the database's clock, in milliseconds: the same for every server that shares it, however far apart their own clocks are. */
export async function databaseNow(db: Database): Promise<number> {
  const milliseconds = isPostgres(db) ? postgresNow : sql<number>`unixepoch('subsec') * 1000`
  const { rows } = await sql<{ now: number }>`select ${milliseconds} as now`.execute(db)
  return Math.floor(rows[0]?.now ?? Number.NaN)
}

/** How far this machine's clock is ahead of the one that all servers share, in milliseconds; 0 where the two agree well enough. */
let ahead = 0

/** Clocks that are set by the network agree far better, and are left alone: nothing then depends on how long a question took. In milliseconds. */
const wellEnough = 1_000

/** The time by the clock that all servers share, in milliseconds since 1970, as far as it is known (`agreeOnTime`). */
export const sharedNow = (now = Date.now()): number => now - ahead

/** The same as it is kept in the database. */
export const sharedTime = (): string => new Date(sharedNow()).toISOString()

/**
 * Asks the database for its time, from which `sharedNow` goes from then on. What several servers write and compare needs one clock: when
 * somebody did something, and how long ago that is. SQLite has the clock of its one server.
 */
export async function agreeOnTime(db: Database): Promise<void> {
  if (!isPostgres(db)) return
  const asked = Date.now()
  const there = await databaseNow(db)
  const difference = (asked + Date.now()) / 2 - there
  ahead = Math.abs(difference) < wellEnough ? 0 : Math.round(difference)
}
