/** What a database or a disk reports, told apart by its codes; never by its messages. */
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code
/** The primary result code: extended codes carry it in the low byte (https://www.sqlite.org/rescode.html). */
const sqliteCodeOf = (error: unknown) => {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_CONSTRAINT_UNIQUE = 2067
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555

/** PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const contention = new Set<unknown>(['40001', '40P01'])
const unavailable = new Set<unknown>([
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])

/** Another transaction changed the row between this one's reading and its writing, which `serializable` rules out. */
export class Overtaken extends Error {}

/** Another transaction was in the way: the same work may succeed when tried again. */
export const isContention = (error: unknown) =>
  error instanceof Overtaken || contention.has(codeOf(error)) || sqliteCodeOf(error) === SQLITE_BUSY

export const isStorageFull = (error: unknown) =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' || codeOf(error) === '53100' || sqliteCodeOf(error) === SQLITE_FULL

/** The database can't be reached or is too slow right now. */
export const isUnavailable = (error: unknown) => isContention(error) || unavailable.has(codeOf(error))

/** A unique index refused the row. */
export const isDuplicate = (error: unknown) => {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return codeOf(error) === '23505' || errcode === SQLITE_CONSTRAINT_UNIQUE || errcode === SQLITE_CONSTRAINT_PRIMARYKEY
}
