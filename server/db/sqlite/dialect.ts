import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type OnStatement, SqliteConnection } from './connection.ts'
import { SqliteFile } from './file.js'
import { WriteQueue } from './write-queue.ts'
import { Writer } from './writer.ts'

/**
 * A Kysely dialect for SQLite on two threads. Reads run on this thread, on a connection that can't write; transactions and single writes
 * run on the writer thread, so a slow disk blocks no reader.
 */
export function sqliteDialect(file: string, onStatement: OnStatement = () => {}): Dialect {
  return {
    createDriver: () => new SqliteDriver(file, onStatement),
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #writer: Writer
  readonly #queue: WriteQueue
  readonly #file: string
  readonly #onStatement: OnStatement
  readonly #idle: SqliteConnection[] = []
  #reader: SqliteFile | undefined

  constructor(file: string, onStatement: OnStatement) {
    this.#file = file
    this.#onStatement = onStatement
    this.#writer = new Writer(file)
    this.#queue = new WriteQueue(this.#writer)
  }

  /** Kysely calls this before the first query, and again where it failed. */
  async init(): Promise<void> {
    try {
      // The writer thread takes as long to start as the rest of the server, so a file that exists doesn't start it.
      this.#reader = new SqliteFile(this.#file, 'reading')
    } catch {
      // The writer creates the file, waits for other processes, and reports faults.
      await this.#writer.ask({ act: 'open' })
      this.#reader = new SqliteFile(this.#file, 'reading')
    }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#reader) throw new Error('The database is not open.')
    return this.#idle.pop() ?? new SqliteConnection(this.#reader, this.#queue, this.#onStatement)
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#idle.push(connection)
  }

  beginTransaction = (connection: SqliteConnection): Promise<void> => connection.begin()
  commitTransaction = (connection: SqliteConnection): Promise<void> => connection.commit()
  rollbackTransaction = (connection: SqliteConnection): Promise<void> => connection.rollback()

  async destroy(): Promise<void> {
    // The last connection to close writes the log back into the file, so it must be the writer.
    this.#reader?.close()
    await this.#writer.close()
  }
}
