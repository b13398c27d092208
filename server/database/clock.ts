import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/** What PostgreSQL's clock says, in milliseconds since 1970. */
export const postgresNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

/** The time by the database's clock, in milliseconds: the same for every server that shares it, however far apart their own clocks are. */
export async function databaseNow(db: Database): Promise<number> {
  const milliseconds = db.getExecutor().adapter instanceof PostgresAdapter ? postgresNow : sql<number>`unixepoch('subsec') * 1000`
  const { rows } = await sql<{ now: number }>`select ${milliseconds} as now`.execute(db)
  return Math.floor(rows[0]?.now ?? Number.NaN)
}
