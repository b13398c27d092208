import type { CompiledQuery, DatabaseConnection, QueryExecutorProvider } from 'kysely'
import type { Database, Transaction } from './schema.ts'

/** Stands for the value of a field while a query is compiled. */
class Place {
  readonly field: string

  constructor(field: string) {
    this.field = field
  }
}

/** A query of Kysely's, or a `sql` template. */
type Buildable<Row> = { compile(db: QueryExecutorProvider): CompiledQuery<Row> }
type Build<Given, Row> = (db: Database, given: Given, table: string) => Buildable<Row>

/**
 * A query that is built and compiled once and not each time, which costs more than to run it. `build` sees a place in place of each field
 * of what is given, so nothing in it may depend on what stands there; but there may be one for each `table`.
 *
 *     const byHash = prepared((db, { hash }: { hash: string }) => db.selectFrom('images').selectAll().where('hash', '=', hash))
 *     const [image] = await byHash(db, { hash })
 */
export function prepared<Given extends object, Row>(build: Build<Given, Row>): (db: Database, given: Given) => Promise<Row[]> {
  const compile = compiledOnce(build)
  return async (db, given) => (await db.executeQuery(compile(db, given, ''))).rows
}

/**
 * The same for what is written in a transaction. On SQLite nobody waits for it there, because a message to the thread that writes costs
 * more than most statements: it goes with the next one whose answer somebody needs. What it fails with fails that one, or the commit.
 */
export function posted<Given extends object>(
  build: Build<Given, unknown>,
): (trx: Transaction | Database, given: Given, table?: string) => Promise<void> {
  const compile = compiledOnce(build)
  return async (trx, given, table = '') => {
    await post(trx, compile(trx, given, table))
  }
}

/** The same for a query that was compiled elsewhere. */
export async function post(trx: Transaction | Database, query: CompiledQuery<unknown>): Promise<void> {
  const connection = connections.get(trx) ?? (await connectionOf(trx))
  if (isPosting(connection)) connection.post(query)
  else await trx.executeQuery(query)
}

/** A connection that takes what nobody waits for; Kysely's own way there costs more than most statements. */
export type Posting = { post(query: CompiledQuery): void; storeAfter(begins: () => void): void }

/**
 * Calls `begins` right before what can't be taken back: at once, or on SQLite when the turn of the change has come, with the commit. What
 * it throws keeps the change from being stored.
 */
export async function storeAfter(trx: Transaction, begins: () => void): Promise<void> {
  const connection = connections.get(trx) ?? (await connectionOf(trx))
  if (isPosting(connection)) connection.storeAfter(begins)
  else begins()
}

const connections = new WeakMap<Transaction | Database, DatabaseConnection>()

async function connectionOf(trx: Transaction | Database): Promise<DatabaseConnection | undefined> {
  if (!trx.isTransaction) return undefined
  const connection = await trx.getExecutor().provideConnection(async (connection) => connection)
  connections.set(trx, connection)
  return connection
}

const isPosting = (connection: DatabaseConnection | undefined): connection is DatabaseConnection & Posting =>
  connection !== undefined && 'post' in connection

function compiledOnce<Given extends object, Row>(build: Build<Given, Row>) {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()

  /** The same on a database and in its transactions; what has other fields is another query. */
  function compile(db: Database, given: Given, table: string): CompiledQuery<Row> {
    const { adapter } = db.getExecutor()
    const ofDatabase = compiled.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    compiled.set(adapter, ofDatabase)
    const fields = Object.keys(given)
    const name = [table, ...fields].join()
    const known = ofDatabase.get(name)
    if (known) return known
    const query = build(db, Object.fromEntries(fields.map((field) => [field, new Place(field)])) as Given, table).compile(db)
    ofDatabase.set(name, query)
    return query
  }

  return (db: Database, given: Given, table: string): CompiledQuery<Row> => {
    const query = compile(db, given, table)
    return { ...query, parameters: query.parameters.map((value) => (value instanceof Place ? given[value.field as keyof Given] : value)) }
  }
}
