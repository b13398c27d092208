import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect } from 'kysely'

/** How long a statement waits for another process's write, in milliseconds; it blocks the event loop meanwhile. */
const busyTimeout = 250

/** Kysely's SQLite dialect expects better-sqlite3; this gives it the same face over `node:sqlite`. */
export function sqliteDialect(file: string): SqliteDialect {
  return new SqliteDialect({ database: async () => face(openSqlite(file)) })
}

/** Opens `file` durably: acknowledged writes survive a power cut. Throws when SQLite refuses one of the settings. */
export function openSqlite(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true })
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA trusted_schema=OFF')
  const settings = { journal_mode: 'wal', synchronous: 2, trusted_schema: 0, foreign_keys: 1 }
  for (const [name, value] of Object.entries(settings)) {
    // SQLite doesn't fail on a setting it can't apply (WAL on a network drive, for one), it just keeps the old one.
    if (db.prepare(`PRAGMA ${name}`).get()?.[name] !== value) throw new Error(`SQLite refused ${name}=${value} for ${file}.`)
  }
  return db
}

function face(db: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, StatementSync>()
  return {
    close: () => db.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? prepare(db, statements, sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => {
          // Some failures (a full disk, for one) end the transaction by themselves; then there is nothing to roll back,
          // and `rollback` would fail (https://www.sqlite.org/lang_transaction.html, section 3).
          if (sql === 'rollback' && !db.isTransaction) return { changes: 0, lastInsertRowid: 0 }
          return statement.run(...(parameters as SQLInputValue[]))
        },
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      }
    },
  }
}

function prepare(db: DatabaseSync, statements: Map<string, StatementSync>, sql: string): StatementSync {
  // Every transaction here writes. Taking the write lock at once makes it wait; a plain `begin` that
  // reads first fails later without waiting (https://www.sqlite.org/lang_transaction.html).
  const statement = db.prepare(sql === 'begin' ? 'begin immediate' : sql)
  // Lists of ids make SQL of many lengths; forgetting everything now and then keeps this bounded.
  if (statements.size >= 500) statements.clear()
  statements.set(sql, statement)
  return statement
}
