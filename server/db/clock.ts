import { sql } from 'kysely'
import { daysAfter, today } from '#contract/dates.ts'
import { dayEndsAt } from './day-end.ts'
import { isPostgres } from './dialect.ts'
import type { Database } from './schema.ts'

/** The time of PostgreSQL's clock, in milliseconds since 1970. */
export const postgresNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

/**
 * Reads the time of the database's clock, in milliseconds since 1970. Every server that shares the database gets the same time, however far
 * apart their own clocks are.
 */
export async function databaseNow(db: Database): Promise<number> {
  const milliseconds = isPostgres(db) ? postgresNow : sql<number>`unixepoch('subsec') * 1000`
  const { rows } = await sql<{ now: number }>`select ${milliseconds} as now`.execute(db)
  return Math.floor(rows[0]?.now ?? Number.NaN)
}

/** How far this machine's clock is ahead of the shared clock, in milliseconds; 0 where the two agree well enough. */
let ahead = 0

/**
 * A smaller difference is ignored, in milliseconds. Clocks set over the network agree far better, and the query's own duration then has no
 * effect.
 */
const wellEnough = 1_000

/** The time of the clock that all servers share, in milliseconds since 1970, as last measured by `agreeOnTime`. */
export const sharedNow = (now = Date.now()): number => now - ahead

/** The shared time as an ISO 8601 string in UTC, the form that the database stores. */
export const sharedTime = (): string => new Date(sharedNow()).toISOString()

/** The chain's day by the shared clock. It begins on every server at the same moment. */
export const chainDay = (now = sharedNow()): string => {
  const date = today(new Date(now))
  return now < beginOf(date) ? daysAfter(date, -1) : date
}

/** Returns the begin and the end of the chain's day, in milliseconds of the shared clock. */
export function chainDayBounds(now: number): { begin: number; end: number } {
  const day = chainDay(now)
  return { begin: beginOf(day), end: beginOf(daysAfter(day, 1)) }
}

const beginOf = (day: string) => new Date(`${day}T${dayEndsAt()}`).getTime()

/** The number of queries of one measurement. The quickest one counts, because its own duration is the limit of its error. */
const queries = 5

/**
 * Measures the difference to the database's clock; `sharedNow` uses it from then on. Several servers write and compare times of actions, so
 * they need one clock. SQLite has one server, whose own clock is the shared one.
 */
export async function agreeOnTime(db: Database): Promise<void> {
  if (!isPostgres(db)) return
  let quickest = { took: Number.POSITIVE_INFINITY, difference: 0 }
  for (let at = 0; at < queries; at++) {
    const asked = Date.now()
    const there = await databaseNow(db)
    const took = Date.now() - asked
    if (took < quickest.took) quickest = { took, difference: asked + took / 2 - there }
  }
  ahead = Math.abs(quickest.difference) < wellEnough ? 0 : Math.round(quickest.difference)
}
