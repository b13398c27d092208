import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type KyselyProps,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import { wantsToWrite } from './failures.ts'
import { Proposal } from './proposal.ts'
import { Reader } from './reader.ts'
import type { Schema } from './schema.ts'
import type { Outcome, Parameters } from './sqlite-file.js'
import { type Turn, Turns } from './turns.ts'
import { Writer } from './writer.ts'
import type { Step } from './writer-thread.js'

/** Is told how long a statement took that somebody waited for, in milliseconds, and what it failed with. */
type Told = (took: number, error?: unknown) => void

/**
 * SQLite on two threads: what only reads is answered at once, by a connection that can do nothing else; what writes, and all of a
 * transaction, goes to the thread that writes, where waiting for the disk stops nobody.
 */
export function sqliteDialect(file: string, told: Told = () => {}): Dialect {
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new Adapter(driver),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  const driver = new SqliteDriver(file, dialect, told)
  return dialect
}

class Adapter extends SqliteAdapter {
  readonly driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    super()
    this.driver = driver
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** What lies under a database that is SQLite. */
export function sqliteOf(db: Kysely<Schema>): SqliteDriver | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? adapter.driver : undefined
}

class SqliteDriver implements Driver {
  readonly dialect: Dialect
  readonly #file: string
  readonly #told: Told
  /** Nothing is before somebody asks: what nobody has asked isn't closed either. */
  #opened: Promise<{ reader: Reader; writer: Writer; turns: Turns }> | undefined
  readonly #atRest: Connection[] = []
  /** For what is asked past Kysely in no transaction; `undefined` until the file is open. */
  apart: Connection | undefined

  constructor(file: string, dialect: Dialect, told: Told) {
    this.#file = file
    this.dialect = dialect
    this.#told = told
  }

  async init(): Promise<void> {
    await this.connect()
  }

  async acquireConnection(): Promise<Connection> {
    return this.#atRest.pop() ?? this.connect()
  }

  async releaseConnection(connection: Connection): Promise<void> {
    this.#atRest.push(connection)
  }

  beginTransaction = (connection: Connection, settings: TransactionSettings): Promise<void> => connection.begin(settings)
  commitTransaction = (connection: Connection): Promise<void> => connection.commit()
  rollbackTransaction = (connection: Connection): Promise<void> => connection.rollback()

  /** Begins a transaction past Kysely, whose own way to one costs more than most of what is done in it. */
  async begin(db: Kysely<Schema>, settings: TransactionSettings): Promise<Change> {
    const connection = await this.acquireConnection()
    await this.beginTransaction(connection, settings)
    return new Change(this, db, connection)
  }

  async destroy(): Promise<void> {
    const opened = await this.#opened
    // The last one to close writes the log back into the file: that is the writer.
    opened?.reader.close()
    await opened?.writer.close()
  }

  async connect(): Promise<Connection> {
    this.#opened ??= open(this.#file)
    try {
      const { reader, turns } = await this.#opened
      this.apart ??= new Connection(reader, turns, this.#told)
      return new Connection(reader, turns, this.#told)
    } catch (error) {
      this.#opened = undefined
      throw error
    }
  }
}

async function open(file: string): Promise<{ reader: Reader; writer: Writer; turns: Turns }> {
  const writer = new Writer(file)
  try {
    const reader = await readerOf(file, writer)
    writer.onAnswer = reader.forget
    return { reader, writer, turns: new Turns(writer) }
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** A file that was there isn't the writer's business before somebody writes: its thread takes as long as all of the server's own code. */
async function readerOf(file: string, writer: Writer): Promise<Reader> {
  try {
    return new Reader(file)
  } catch {
    // The writer makes the file, waits for others who are at it, and says what is wrong with it.
    await writer.ask({ act: 'open' })
    return new Reader(file)
  }
}

/** For one query, or for one transaction, at a time. */
export class Connection implements DatabaseConnection {
  readonly #reader: Reader
  readonly #turns: Turns
  readonly #told: Told
  #change: Turn | Proposal | undefined
  #begins = () => {}

  constructor(reader: Reader, turns: Turns, told: Told) {
    this.#reader = reader
    this.#turns = turns
    this.#told = told
  }

  /** The isolation level `snapshot` is for whoever is ready to be turned away and to try again: see `Proposal`. */
  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    this.#begins = () => {}
    this.#change = isolationLevel === 'snapshot' ? new Proposal(this.#reader, this.#turns) : await this.#turns.take()
  }

  /** `begins` is called right before what can't be taken back, when the turn of the change has come: what it throws keeps it from being stored. */
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

  /** In a transaction alone: takes what nobody waits for. */
  post(query: Query): void {
    if (!this.#change) throw new Error('The transaction has ended.')
    this.#change.post(stepOf(query))
  }

  async run(query: Query): Promise<Outcome> {
    const begun = performance.now()
    try {
      const outcome = await this.#run(stepOf(query))
      this.#told(performance.now() - begun)
      return outcome
    } catch (error) {
      this.#told(performance.now() - begun, error)
      throw error
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes, insertId } = await this.run(query)
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(insertId !== undefined && { insertId: BigInt(insertId) }),
    }
  }

  #run({ sql, parameters }: Step): Outcome | Promise<Outcome> {
    if (this.#change) return this.#change.run(sql, parameters)
    try {
      return this.#reader.run(sql, parameters)
    } catch (error) {
      if (!wantsToWrite(error)) throw error
      return this.#writeAlone(sql, parameters)
    }
  }

  async #writeAlone(sql: string, parameters: Parameters): Promise<Outcome> {
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

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

const stepOf = ({ sql, parameters }: Query): Step => ({ sql, parameters: parameters as Parameters })

/** A transaction from its beginning to its end. What comes later is refused: its connection may be another's by then. */
class Change implements ConnectionProvider {
  readonly trx: SqliteTransaction
  readonly #driver: SqliteDriver
  #connection: Connection | undefined

  constructor(driver: SqliteDriver, db: Kysely<Schema>, connection: Connection) {
    this.#driver = driver
    this.#connection = connection
    const { dialect } = driver
    const executor = db.getExecutor().withConnectionProvider(this)
    this.trx = new SqliteTransaction({ config: { dialect }, dialect, driver, executor }, this)
  }

  get connection(): Connection {
    if (!this.#connection) throw new Error('The transaction has ended.')
    return this.#connection
  }

  async provideConnection<Result>(work: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    return work(this.connection)
  }

  /** `begins`: see `Connection.storeAfter`. */
  async commit(begins: () => void): Promise<void> {
    this.connection.storeAfter(begins)
    await this.#driver.commitTransaction(this.connection)
    await this.#end()
  }

  async rollback(): Promise<void> {
    try {
      await this.#driver.rollbackTransaction(this.connection)
    } finally {
      await this.#end()
    }
  }

  async #end() {
    const { connection } = this
    this.#connection = undefined
    await this.#driver.releaseConnection(connection)
  }
}

class SqliteTransaction extends Transaction<Schema> {
  readonly change: Change

  constructor(props: KyselyProps, change: Change) {
    super(props)
    this.change = change
  }
}

/** What a database that is SQLite, or a transaction in it, is asked by past Kysely. */
export function connectionOf(db: Kysely<Schema>): Connection | Promise<Connection> | undefined {
  if (db instanceof SqliteTransaction) return db.change.connection
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof Adapter)) return undefined
  if (!db.isTransaction) return adapter.driver.apart ?? adapter.driver.connect()
  return db.getExecutor().provideConnection(async (connection) => connection as Connection)
}
