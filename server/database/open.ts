import { CamelCasePlugin, Kysely } from 'kysely'
import { conditionOf } from './condition.ts'
import { postgresDialect, type unhurried } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** Opens the database: PostgreSQL at `url`, or without one the SQLite file `file`. Nothing is created but that file. `limits`: how long PostgreSQL may take. */
export function openDatabase({ url, file }: { url: string | undefined; file: string }, limits?: typeof unhurried): Kysely<Schema> {
  const db = new Kysely<Schema>({
    dialect: url === undefined ? sqliteDialect(file) : postgresDialect(url, limits),
    plugins: [new CamelCasePlugin()],
    log: (event) => {
      if (event.level === 'error') conditionOf(db).note(event.error)
    },
  })
  return db
}
