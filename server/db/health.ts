import { DatabaseDamaged, isDamaged, isReadOnly, isStorageFailing, isStorageFull } from './errors.ts'
import type { Database } from './schema.ts'

/** What statements have told about a database, beyond the request that met it. */
export class DatabaseHealth {
  /** The last change that failed did so because there was no place or no way to store it. Only a write that succeeds proves the opposite. */
  writesFail = false
  /** Damaged pages were found: a write might spread the damage, so there are none until somebody has mended it. */
  isDamaged = false

  /** Settled when it is known whether the database is sound: nothing is written before. */
  checked: Promise<void> = Promise.resolve()

  note(error: unknown): void {
    if (isStorageFull(error) || isStorageFailing(error) || isReadOnly(error)) this.writesFail = true
    if (isDamaged(error)) this.isDamaged = true
  }

  /** Throws `DatabaseDamaged`. */
  requireSound(): void {
    if (this.isDamaged) throw new DatabaseDamaged('The database is damaged: nothing is written to it any more.')
  }
}

const conditions = new WeakMap<Database, DatabaseHealth>()

/** The one condition of an open database. */
export function healthOf(db: Database): DatabaseHealth {
  const condition = conditions.get(db) ?? new DatabaseHealth()
  conditions.set(db, condition)
  return condition
}
