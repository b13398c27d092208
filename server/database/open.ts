import { CamelCasePlugin, Kysely } from 'kysely'
import { conditionOf } from './condition.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** Opens the database: PostgreSQL at `url`, or without one the SQLite file `file`. Nothing is created but that file. */
export function openDatabase({ url, file }: { url: string | undefined; file: string }): Kysely<Schema> {
  const db = new Kysely<Schema>({
    dialect: url === undefined ? sqliteDialect(file) : postgresDialect(url),
    plugins: [new CamelCasePlugin()],
    log: (event) => {
      if (event.level === 'error') conditionOf(db).note(event.error)
    },
  })
  return db
}
