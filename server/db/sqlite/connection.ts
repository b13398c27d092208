import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { wantsToWrite } from '#server/db/errors.ts'
import type { Outcome, Parameters, SqliteFile } from './file.js'
import type { WriteQueue, WriteTransaction } from './write-queue.ts'

/** Receives how long a statement took, in milliseconds, and its error if it failed. */
export type OnStatement = (milliseconds: number, error?: unknown) => void

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

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

  async begin(): Promise<void> {
    this.#transaction = await this.#queue.begin()
  }

  async commit(): Promise<void> {
    await this.#takeTransaction()?.commit()
  }

  async rollback(): Promise<void> {
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
    const transaction = await this.#queue.begin()
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
