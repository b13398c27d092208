import {
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type KyselyProps,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import type { Schema } from './schema.ts'
import { Connection, type Told } from './sqlite-connection.ts'
import { SqliteFile } from './sqlite-file.js'
import { Turns } from './turns.ts'
import { Writer } from './writer.ts'

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
  #opened: Promise<{ reader: SqliteFile; writer: Writer; turns: Turns }> | undefined
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

async function open(file: string): Promise<{ reader: SqliteFile; writer: Writer; turns: Turns }> {
  const writer = new Writer(file)
  try {
    const reader = await readerOf(file, writer)
    return { reader, writer, turns: new Turns(writer) }
  } catch (error) {
    await writer.close()
    throw error
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
