import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type OnStatement, SqliteConnection } from './sqlite-connection.ts'
import { SqliteFile } from './sqlite-file.js'
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

type Opened = { reader: SqliteFile; writer: Writer; queue: WriteQueue }

class SqliteDriver implements Driver {
  readonly #file: string
  readonly #onStatement: OnStatement
  readonly #idle: SqliteConnection[] = []
  /** Opened by the first query. */
  #opened: Promise<Opened> | undefined

  constructor(file: string, onStatement: OnStatement) {
    this.#file = file
    this.#onStatement = onStatement
  }

  async init(): Promise<void> {
    await this.#open()
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const { reader, queue } = await this.#open()
    return this.#idle.pop() ?? new SqliteConnection(reader, queue, this.#onStatement)
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#idle.push(connection)
  }

  beginTransaction = (connection: SqliteConnection): Promise<void> => connection.begin()
  commitTransaction = (connection: SqliteConnection): Promise<void> => connection.commit()
  rollbackTransaction = (connection: SqliteConnection): Promise<void> => connection.rollback()

  async destroy(): Promise<void> {
    const opened = await this.#opened
    // The last connection to close writes the log back into the file, so it must be the writer.
    opened?.reader.close()
    await opened?.writer.close()
  }

  async #open(): Promise<Opened> {
    this.#opened ??= open(this.#file)
    try {
      return await this.#opened
    } catch (error) {
      this.#opened = undefined
      throw error
    }
  }
}

async function open(file: string): Promise<Opened> {
  const writer = new Writer(file)
  try {
    return { reader: await openReader(file, writer), writer, queue: new WriteQueue(writer) }
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** Leaves the writer thread unstarted where the file exists: it takes as long to start as the rest of the server. */
async function openReader(file: string, writer: Writer): Promise<SqliteFile> {
  try {
    return new SqliteFile(file, 'reading')
  } catch {
    // The writer creates the file, waits for other processes, and reports what is wrong.
    await writer.ask({ act: 'open' })
    return new SqliteFile(file, 'reading')
  }
}
