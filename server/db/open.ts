import { CamelCasePlugin, Kysely } from 'kysely'
import { healthOf } from './health.ts'
import { type DatabaseInstruments, instrumented } from './instrumented-driver.ts'
import { postgresDialect, type withoutTimeouts } from './postgres/pool.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

/**
 * Opens the database: PostgreSQL at `url`, or the SQLite file `file` without a URL. Creates nothing but that file. `limits` are the time
 * limits for PostgreSQL; `watch` receives the durations.
 */
export function openDatabase(
  { url, file }: { url: string | undefined; file: string },
  limits?: typeof withoutTimeouts,
  watch?: DatabaseInstruments,
): Kysely<Schema> {
  const onStatement = (took: number, error?: unknown) => {
    if (error !== undefined) healthOf(db).note(error)
    watch?.statement(took / 1000)
  }
  const isSqlite = url === undefined
  const dialect = isSqlite ? sqliteDialect(file, onStatement) : postgresDialect(url, limits)
  const db = new Kysely<Schema>({
    dialect: watch ? instrumented(dialect, watch) : dialect,
    plugins: [new CamelCasePlugin()],
    ...(!isSqlite && {
      log: (event) => onStatement(event.queryDurationMillis, event.level === 'error' ? event.error : undefined),
    }),
  })
  return db
}
