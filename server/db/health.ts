import { DatabaseDamaged, isDamaged, isReadOnly, isStorageFailing, isStorageFull } from './errors.ts'
import type { Database } from './schema.ts'

/** What the errors of statements say about the database as a whole, beyond the request that got them. */
export class DatabaseHealth {
  /** Whether the last failed change found the storage full, failing or read-only. Only a successful write proves the opposite. */
  writesFail = false
  /** Whether damaged pages were found. A write might spread the damage, so all writes are refused until the database is repaired. */
  isDamaged = false

  /** Resolves when the integrity check is done. Writes wait for it. */
  checked: Promise<void> = Promise.resolve()

  note(error: unknown): void {
    if (isStorageFull(error) || isStorageFailing(error) || isReadOnly(error)) this.writesFail = true
    if (isDamaged(error)) this.isDamaged = true
  }

  /** Throws `DatabaseDamaged` if damage was found. */
  requireSound(): void {
    if (this.isDamaged) throw new DatabaseDamaged('The database is damaged, so changes are no longer saved.')
  }
}

const conditions = new WeakMap<Database, DatabaseHealth>()

/** Returns the health of an open database, always the same object. */
export function healthOf(db: Database): DatabaseHealth {
  const condition = conditions.get(db) ?? new DatabaseHealth()
  conditions.set(db, condition)
  return condition
}
