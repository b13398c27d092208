import { WrongSetting } from './config.ts'
import { FolderInUse } from './database/lock.ts'
import { NewerDatabase } from './database/migrate.ts'

/** Why the product can't start, in one sentence for the person who starts it; `undefined` for what is a bug. */
export function startFailure(error: unknown): string | undefined {
  const reason = reasonOf(error)
  return reason && `MovieBox can't start: ${reason}`
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof WrongSetting || error instanceof FolderInUse || error instanceof NewerDatabase) return error.message
  const { code, port, address, path } = error as { code?: string; port?: number; address?: string; path?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is already in use. Stop what uses it, or set PORT to another number.`
    case 'EACCES':
      return port === undefined ? unwritable(path) : `it may not use port ${port}. Set PORT to a number above 1023.`
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EPERM':
      return unwritable(path)
    case 'ENOSPC':
      return 'there is no space left on the disk with the data folder (DATA_DIR).'
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return `HOST or DATABASE_URL names an address that can't be used (${address ?? code}).`
    case 'ECONNREFUSED':
      return "the database at DATABASE_URL doesn't answer."
    // PostgreSQL's own: wrong password, no such database.
    case '28P01':
    case '28000':
    case '3D000':
      return 'the database at DATABASE_URL refuses: its user, password or database name is wrong.'
  }
}

const unwritable = (path = 'the data folder') => `it can't write to ${path}. Set DATA_DIR to a folder that it may write to.`
