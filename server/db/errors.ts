/** Classifies the errors of databases and disks by their class and code, never by their message. */

/**
 * The connection to the database was refused, lost or silent; `cause` says which. The running statement may have been executed, but has no
 * effect without its commit.
 */
export class DatabaseUnavailable extends Error {}

/** The answer to a commit never came, or the disk failed while it may have been writing. The change is stored completely or not at all. */
export class OutcomeUnknown extends Error {}

/** The database's pages are corrupt. */
export class DatabaseDamaged extends Error {}

/** Another transaction changed the row between this transaction's read and write, which the `serializable` isolation level rules out. */
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
/** A failed sync: the written data may or may not be on disk. https://www.sqlite.org/rescode.html#ioerr_fsync */
const SQLITE_IOERR_FSYNC = 1034
const SQLITE_CONSTRAINT_UNIQUE = 2067
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555

/** PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const contention = new Set<unknown>(['40001', '40P01'])
const readOnly = '25006'
const lockNotAvailable = '55P03'
/** Undefined column, undefined table. */
const schemaChanged = new Set<unknown>(['42703', '42P01'])
/** The table, or its type, already exists. */
const madeMeanwhile = new Set<unknown>(['42P07', '42710'])
/** Connection errors, too many connections, and operator intervention: a restart, or a statement over its time limit. */
const notNowClasses = new Set(['08', '53', '57'])
/** Errors of a row's values: data exceptions and violated constraints. */
const refusedClasses = new Set(['22', '23'])
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
const failing = new Set<unknown>(['EIO', 'EROFS', '58030'])
const damaged = new Set<unknown>(['XX001', 'XX002'])
/** "Statement completion unknown": some databases that speak PostgreSQL's protocol answer a commit with it. */
const completionUnknown = '40003'

/** Whether another transaction was in the way, so that a retry of the same work may succeed. */
export const isContention = (error: unknown) =>
  error instanceof SerializationFailure || contention.has(codeOf(error)) || sqliteCodeOf(error) === SQLITE_BUSY

export const isStorageFull = (error: unknown) => full.has(codeOf(error)) || sqliteCodeOf(error) === SQLITE_FULL

/** Whether the disk fails, or has become read-only. */
export const isStorageFailing = (error: unknown) => {
  const code = sqliteCodeOf(error)
  return failing.has(codeOf(error)) || code === SQLITE_IOERR || code === SQLITE_READONLY || code === SQLITE_CANTOPEN
}

export const isDamaged = (error: unknown) => {
  const code = sqliteCodeOf(error)
  return error instanceof DatabaseDamaged || damaged.has(codeOf(error)) || code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/** Whether a read-only SQLite connection rejected a statement because it writes. The extended codes of SQLITE_READONLY have other reasons. */
export const wantsToWrite = (error: unknown) => errcodeOf(error) === SQLITE_READONLY

/** Whether PostgreSQL is read-only at the moment, for example after a failover. */
export const isReadOnly = (error: unknown) => codeOf(error) === readOnly

/** Whether another server created the same table at the same moment: `if not exists` checks only once. */
export const isMadeMeanwhile = (error: unknown) => madeMeanwhile.has(codeOf(error)) || isDuplicate(error)

/** Whether a statement names a column or table that isn't there: another server may be migrating the database. */
export const isSchemaChanged = (error: unknown) => schemaChanged.has(codeOf(error))

/** Whether another transaction held a lock for longer than the lock timeout. */
export const isLockTaken = (error: unknown) => codeOf(error) === lockNotAvailable

/** Whether the database can't be reached, or is too slow, right now. */
export const isUnavailable = (error: unknown) => error instanceof DatabaseUnavailable || isContention(error) || isNotNow(error)

/** Whether this error of a commit leaves open if the commit took effect. */
export const isOutcomeUnknown = (error: unknown) =>
  error instanceof DatabaseUnavailable || codeOf(error) === completionUnknown || isNotNow(error) || errcodeOf(error) === SQLITE_IOERR_FSYNC

/** Whether a unique index rejected the row. */
export const isDuplicate = (error: unknown) =>
  codeOf(error) === '23505' || errcodeOf(error) === SQLITE_CONSTRAINT_UNIQUE || errcodeOf(error) === SQLITE_CONSTRAINT_PRIMARYKEY

/** Whether the database rejected the row's values. A value is missing, has the wrong type, refers to nothing, or conflicts with another row. */
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

/**
 * Whether the error comes from the PostgreSQL server: only then does the driver set `severity`. An `instanceof` check would need the driver to
 * be loaded.
 */
const isOfPostgres = (error: unknown) => error instanceof Error && 'severity' in error
