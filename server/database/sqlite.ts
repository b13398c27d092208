import type { SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { wantsToWrite } from './failures.ts'
import type { Posting } from './prepared.ts'
import { Proposal } from './proposal.ts'
import { type Outcome, SqliteFile } from './sqlite-file.js'
import { type Turn, Turns } from './turns.ts'
import { Writer } from './writer.ts'
import type { Step } from './writer-thread.js'

/**
 * SQLite on two threads: what only reads is answered at once, by a connection that can do nothing else; what writes, and all of a
 * transaction, goes to the thread that writes, where waiting for the disk stops nobody.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createDriver: () => new SqliteDriver(file),
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
  readonly #file: string
  /** Nothing is before somebody asks: what nobody has asked isn't closed either. */
  #opened: { reader: SqliteFile; writer: Writer; turns: Turns } | undefined
  readonly #atRest: Connection[] = []

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const writer = new Writer(this.#file)
    try {
      this.#opened = { reader: await readerOf(this.#file, writer), writer, turns: new Turns(writer) }
    } catch (error) {
      await writer.close()
      throw error
    }
  }

  async acquireConnection(): Promise<Connection> {
    if (!this.#opened) throw new Error('The database is not open.')
    return this.#atRest.pop() ?? new Connection(this.#opened.reader, this.#opened.turns)
  }

  async releaseConnection(connection: Connection): Promise<void> {
    this.#atRest.push(connection)
  }

  beginTransaction = (connection: Connection, settings: TransactionSettings): Promise<void> => connection.begin(settings)
  commitTransaction = (connection: Connection): Promise<void> => connection.commit()
  rollbackTransaction = (connection: Connection): Promise<void> => connection.rollback()

  async destroy(): Promise<void> {
    // The last one to close writes the log back into the file: that is the writer.
    this.#opened?.reader.close()
    await this.#opened?.writer.close()
  }
}

/** A file that was there isn't the writer's business before somebody writes: its thread takes as long as all of the server's own code. */
async function readerOf(file: string, writer: Writer): Promise<SqliteFile> {
  try {
    return new SqliteFile(file, 'reading')
  } catch {
    // The writer makes the file, waits for others who are at it, and says what is wrong with it.
    await writer.ask({ act: 'open' })
    return new SqliteFile(file, 'reading')
  }
}

/** For one query, or for one transaction, at a time. */
class Connection implements DatabaseConnection, Posting {
  readonly #reader: SqliteFile
  readonly #turns: Turns
  #change: Turn | Proposal | undefined
  #begins = () => {}

  constructor(reader: SqliteFile, turns: Turns) {
    this.#reader = reader
    this.#turns = turns
  }

  /** The isolation level `snapshot` is for whoever is ready to be turned away and to try again: see `Proposal`. */
  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    this.#begins = () => {}
    this.#change = isolationLevel === 'snapshot' ? new Proposal(this.#reader, this.#turns) : await this.#turns.take()
  }

  storeAfter(begins: () => void): void {
    this.#begins = begins
  }

  async commit(): Promise<void> {
    await this.#endChange()?.commit(this.#begins)
  }

  async rollback(): Promise<void> {
    await this.#endChange()?.rollback()
  }

  /** A connection that comes to rest is in no transaction, whatever became of the last one. */
  #endChange(): Turn | Proposal | undefined {
    const change = this.#change
    this.#change = undefined
    return change
  }

  /** In a transaction alone. */
  post(query: CompiledQuery): void {
    if (!this.#change) throw new Error('The transaction has ended.')
    this.#change.post(stepOf(query))
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = stepOf(query)
    if (this.#change) return answer(await this.#change.run(sql, parameters))
    try {
      return answer(this.#reader.run(sql, parameters))
    } catch (error) {
      if (!wantsToWrite(error)) throw error
      return answer(await this.#writeAlone(sql, parameters))
    }
  }

  async #writeAlone(sql: string, parameters: readonly SQLInputValue[]): Promise<Outcome> {
    const turn = await this.#turns.take()
    try {
      const outcome = await turn.run(sql, parameters)
      await turn.commit()
      return outcome
    } finally {
      await turn.rollback()
    }
  }

  /** All of it at once: nothing here streams. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query)
  }
}

const stepOf = ({ sql, parameters }: CompiledQuery): Step => ({ sql, parameters: parameters as readonly SQLInputValue[] })

function answer<Row>({ rows, changes, insertId }: Outcome): QueryResult<Row> {
  return {
    rows: rows as Row[],
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
    ...(insertId !== undefined && { insertId: BigInt(insertId) }),
  }
}
