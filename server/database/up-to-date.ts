import { migrate, migrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { unhurried } from './postgres.ts'
import type { Database } from './schema.ts'

/**
 * Brings the database to this program's version, or throws as `migrate` does. It takes as long as it takes: with a `url` on a connection of
 * its own, where no statement is ended for being slow.
 */
export async function bringUpToDate(db: Database, url: string | undefined, steps = migrations): Promise<void> {
  if (url === undefined) return migrate(db, steps)
  const patient = openDatabase({ url, file: '' }, unhurried)
  try {
    await migrate(patient, steps)
  } finally {
    await patient.destroy()
  }
}
