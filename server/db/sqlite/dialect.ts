import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { wantsToWrite } from '#server/db/errors.ts'
import { type Outcome, type Parameters, SqliteFile } from './file.js'
import { WriteQueue, type WriteTransaction } from './write-queue.ts'
import { Writer } from './writer.ts'

/** Receives how long a statement took, in milliseconds, and its error if it failed. */
export type OnStatement = (milliseconds: number, error?: unknown) => void

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/**
 * A Kysely dialect for SQLite on two threads. Reads run on this thread, on a connection that can't write; transactions and single writes
 * run on the writer thread, so a slow disk blocks no reader.
 *
 * The way of a write to the disk: `transact` (`db/transaction.ts`), the connection below, its turn in `write-queue.ts`, a message by `writer.ts` to
 * `writer-thread.js`, and SQLite in `file.js`. The answer follows the commit.
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

  beginTransaction = (connection: SqliteConnection): Promise<void> => connection.beginTransaction()
  commitTransaction = (connection: SqliteConnection): Promise<void> => connection.commitTransaction()
  rollbackTransaction = (connection: SqliteConnection): Promise<void> => connection.rollbackTransaction()

  async destroy(): Promise<void> {
    // The last connection to close writes the log back into the file, so it must be the writer.
    this.#reader?.close()
    await this.#writer.close()
  }
}

/** A connection for one query, or for one transaction, at a time. Outside a transaction it reads on this thread and writes on the writer's. */
export class SqliteConnection implements DatabaseConnection {
  readonly #reader: SqliteFile
  readonly #queue: WriteQueue
  readonly #onStatement: OnStatement
  #transaction: WriteTransaction | undefined

  constructor(reader: SqliteFile, queue: WriteQueue, onStatement: OnStatement) {
    this.#reader = reader
    this.#queue = queue
    this.#onStatement = onStatement
  }

  async beginTransaction(): Promise<void> {
    this.#transaction = await this.#queue.takeTurn()
  }

  async commitTransaction(): Promise<void> {
    await this.#takeTransaction()?.commit()
  }

  async rollbackTransaction(): Promise<void> {
    await this.#takeTransaction()?.rollback()
  }

  /** In a transaction: runs a statement without waiting for it. Its error fails the next statement or the commit. */
  fireAndForget({ sql, parameters }: Query): void {
    if (!this.#transaction) throw new Error('The transaction has ended.')
    this.#transaction.fireAndForget(sql, parameters as Parameters)
  }

  async executeQuery<Row>({ sql, parameters }: Query): Promise<QueryResult<Row>> {
    const begun = performance.now()
    try {
      const { rows, changes, insertId } = await this.#run(sql, parameters as Parameters)
      this.#onStatement(performance.now() - begun)
      return {
        rows: rows as Row[],
        ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
        ...(insertId !== undefined && { insertId: BigInt(insertId) }),
      }
    } catch (error) {
      this.#onStatement(performance.now() - begun, error)
      throw error
    }
  }

  /** Yields one result with all rows, because `node:sqlite` has read them all already. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query)
  }

  async #run(sql: string, parameters: Parameters): Promise<Outcome> {
    if (this.#transaction) return this.#transaction.run(sql, parameters)
    try {
      return this.#reader.run(sql, parameters)
    } catch (error) {
      if (!wantsToWrite(error)) throw error
      return this.#writeAlone(sql, parameters)
    }
  }

  async #writeAlone(sql: string, parameters: Parameters): Promise<Outcome> {
    const transaction = await this.#queue.takeTurn()
    try {
      const outcome = await transaction.run(sql, parameters)
      await transaction.commit()
      return outcome
    } finally {
      await transaction.rollback()
    }
  }

  /** Returns the running transaction and removes it from the connection, so that it ends only once. */
  #takeTransaction(): WriteTransaction | undefined {
    const transaction = this.#transaction
    this.#transaction = undefined
    return transaction
  }
}
