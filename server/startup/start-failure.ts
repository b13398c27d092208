import { UnusableFolder } from '#server/db/data-folder.ts'
import { DatabaseUnavailable, isDamaged, isStorageFailing, isStorageFull } from '#server/db/errors.ts'
import { ForeignDatabase } from '#server/db/integrity.ts'
import { NewerDatabase } from '#server/db/migrate.ts'
import { NoHost } from '#server/db/postgres/failover.ts'
import { isUntrustedCertificate } from '#server/db/postgres/tls.ts'
import { NoMovieBoxData, UnsupportedDatabase } from '#server/db/requirements.ts'
import { FolderInUse } from '#server/db/sqlite/file-lock.ts'
import { WrongSetting } from '#server/errors.ts'
import { StoreUnavailable, storeFailure } from '#server/http/store-unavailable.ts'

const sentences = [WrongSetting, UnusableFolder, FolderInUse, NewerDatabase, ForeignDatabase, UnsupportedDatabase, NoMovieBoxData]

/** Returns why the product can't start, in one sentence for the operator; `undefined` for a bug. `what` names the failure of a command instead. */
export function startFailure(error: unknown, what = "MovieBox can't start"): string | undefined {
  const reason = error instanceof DatabaseUnavailable ? unreachable(error) : reasonOf(error)
  return reason && `${what}: ${reason}`
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof Error && sentences.some((own) => error instanceof own)) return error.message
  if (error instanceof StoreUnavailable) return storeFailure(error)
  if (isStorageFull(error)) return 'there is no space left on the disk with the data folder (DATA_DIR).'
  if (isDamaged(error)) return 'the database in the data folder (DATA_DIR) is damaged or not a database. Restore a backup.'
  if (isStorageFailing(error)) return 'the disk with the data folder (DATA_DIR) is failing or read-only.'
  const { code, port, address, path } = error as { code?: string; port?: number; address?: string; path?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`
    case 'EACCES':
      return port === undefined ? unwritable(path) : `MovieBox has no permission to use port ${port}. Set PORT to a number above 1023.`
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EPERM':
      return unwritable(path)
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return `HOST can't be used (${address ?? code}). Set HOST to an address of this machine.`
    // Codes of PostgreSQL: a table or column isn't what a migration expects; no permission to create tables.
    case '42P07':
    case '42703':
      return 'the database at DATABASE_URL contains tables of another application. Use a separate database.'
    case '42501':
      return 'the user in DATABASE_URL has no permission to create tables in that database.'
  }
}

function unreachable({ cause }: DatabaseUnavailable): string {
  if (cause instanceof NoHost) return `no host in DATABASE_URL accepts changes (${cause.message}).`
  const { code, message } = (cause ?? {}) as { code?: string; message?: string }
  if (isUntrustedCertificate(code)) return unbelieved(code)
  switch (code) {
    // Codes of PostgreSQL: wrong password, no such user, no such database.
    case '28P01':
    case '28000':
    case '3D000':
      return 'the database at DATABASE_URL refused the connection: the user, password or database name is wrong.'
    case 'ENOTFOUND':
      return 'DATABASE_URL names an unknown host.'
    default:
      return `the database at DATABASE_URL does not respond (${code ?? message ?? 'no response in time'}).`
  }
}

const unbelieved = (code = '') =>
  code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? 'the certificate of the database at DATABASE_URL is for another host name. Use the host name in the certificate.'
    : `the certificate of the database at DATABASE_URL is not trusted (${code}). Set sslrootcert to a file with the CA certificate.`

const unwritable = (path = 'the data folder') => `${path} is not writable. Set DATA_DIR to a writable folder.`
