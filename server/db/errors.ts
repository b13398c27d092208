/** What a database or a disk reports, told apart by its class and its codes; never by its messages. */

/**
 * The connection to the database was refused, lost or silent: `cause` says which. Whether the statement under way was still carried
 * out is unknown, but without its commit it counts for nothing.
 */
export class DatabaseUnavailable extends Error {}

/** The answer to a commit never came, or came from a disk that may have written it: the change is stored whole or not at all. */
export class OutcomeUnknown extends Error {}

/** The database's own pages contradict themselves. */
export class DatabaseDamaged extends Error {}

/** Another transaction changed the row between this one's reading and its writing, which `serializable` rules out. */
export class SerializationFailure extends Error {}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code
const errcodeOf = (error: unknown) => (error as { errcode?: unknown } | null)?.errcode
/** Extended result codes carry the primary one in the low byte: https://www.sqlite.org/rescode.html */
const sqliteCodeOf = (error: unknown) => {
  const code = errcodeOf(error)
  return typeof code === 'number' ? code & 0xff : undefined
}

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26
/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH */
const refusedRows = new Set([18, 19, 20])
/** What was written may be on the disk or not: https://www.sqlite.org/rescode.html#ioerr_fsync */
const SQLITE_IOERR_FSYNC = 1034
const SQLITE_CONSTRAINT_UNIQUE = 2067
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555

/** PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const contention = new Set<unknown>(['40001', '40P01'])
const readOnly = '25006'
const lockNotAvailable = '55P03'
/** A table or its type is there already. */
const madeMeanwhile = new Set<unknown>(['42P07', '42710'])
/** No connection, no room for one more, and what an operator ends: a restart, a statement over its time. */
const notNowClasses = new Set(['08', '53', '57'])
/** Of what a row holds: data exceptions, and constraints that it breaks. */
const refusedClasses = new Set(['22', '23'])
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
const failing = new Set<unknown>(['EIO', 'EROFS', '58030'])
const damaged = new Set<unknown>(['XX001', 'XX002'])
/** "Statement completion unknown", which databases that speak PostgreSQL's protocol answer to a commit. */
const completionUnknown = '40003'

/** Another transaction was in the way: the same work may succeed when tried again. */
export const isContention = (error: unknown) =>
  error instanceof SerializationFailure || contention.has(codeOf(error)) || sqliteCodeOf(error) === SQLITE_BUSY

export const isStorageFull = (error: unknown) => full.has(codeOf(error)) || sqliteCodeOf(error) === SQLITE_FULL

/** The disk doesn't do what it is told, or may not be written any more. */
export const isStorageFailing = (error: unknown) => {
  const code = sqliteCodeOf(error)
  return failing.has(codeOf(error)) || code === SQLITE_IOERR || code === SQLITE_READONLY || code === SQLITE_CANTOPEN
}

export const isDamaged = (error: unknown) => {
  const code = sqliteCodeOf(error)
  return error instanceof DatabaseDamaged || damaged.has(codeOf(error)) || code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/** What a connection of SQLite that only reads says of a statement that would write; one that can't read says more than that. */
export const wantsToWrite = (error: unknown) => errcodeOf(error) === SQLITE_READONLY

/** PostgreSQL takes no changes at the moment, after a failover for one. */
export const isReadOnly = (error: unknown) => codeOf(error) === readOnly

/** Somebody else made the same table in the same moment: `if not exists` looks once. */
export const isMadeMeanwhile = (error: unknown) => madeMeanwhile.has(codeOf(error)) || isDuplicate(error)

/** Somebody else held a lock for longer than it was to be waited for. */
export const isLockTaken = (error: unknown) => codeOf(error) === lockNotAvailable

/** The database can't be reached or is too slow right now. */
export const isUnavailable = (error: unknown) => error instanceof DatabaseUnavailable || isContention(error) || isNotNow(error)

/** Said of a commit: whether it was carried out can't be known from this. */
export const isOutcomeUnknown = (error: unknown) =>
  error instanceof DatabaseUnavailable || codeOf(error) === completionUnknown || isNotNow(error) || errcodeOf(error) === SQLITE_IOERR_FSYNC

/** A unique index refused the row. */
export const isDuplicate = (error: unknown) =>
  codeOf(error) === '23505' || errcodeOf(error) === SQLITE_CONSTRAINT_UNIQUE || errcodeOf(error) === SQLITE_CONSTRAINT_PRIMARYKEY

/** The row can't be stored whatever else is there, or not beside what is: a value is missing, of another type, or refers to nothing. */
export const isRefusedRow = (error: unknown) => {
  const code = codeOf(error)
  const isOurs = isOfPostgres(error) && typeof code === 'string' && refusedClasses.has(code.slice(0, 2))
  return isOurs || refusedRows.has(sqliteCodeOf(error) ?? 0)
}

function isNotNow(error: unknown): boolean {
  const code = codeOf(error)
  if (!isOfPostgres(error) || full.has(code)) return false
  return isReadOnly(error) || isLockTaken(error) || (typeof code === 'string' && notNowClasses.has(code.slice(0, 2)))
}

/** PostgreSQL itself speaks: the driver gives its severity with what it reports. So nobody has to load the driver to know. */
const isOfPostgres = (error: unknown) => error instanceof Error && 'severity' in error
