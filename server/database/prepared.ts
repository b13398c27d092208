import { isDeepStrictEqual } from 'node:util'
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Database, Transaction } from './schema.ts'
import { connectionOf } from './sqlite.ts'
import { expecting } from './sqlite-connection.ts'
import type { Step } from './writer-thread.js'

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
  const find = found(build)
  return async (db, given) => (await find(db, given)).rows
}

/** What a query found, and whether a transaction that began later finds the same: that costs less than to ask again. */
export type FoundRows<Row> = { rows: Row[]; isFoundIn: (trx: Transaction) => Promise<boolean> }

/** As `prepared`, for what a transaction will go by as well. */
export function found<Given extends object, Row>(build: Build<Given, Row>): (db: Database, given: Given) => Promise<FoundRows<Row>> {
  const compile = compiledOnce(build)
  return async (db, given) => {
    const query = compile(db, given, '')
    const connection = await connectionOf(db)
    if (!connection) {
      const { rows } = await db.executeQuery(query)
      return { rows, isFoundIn: async (trx) => isDeepStrictEqual((await trx.executeQuery(query)).rows, rows) }
    }
    const outcome = await connection.run(query)
    let step: Step | undefined
    return {
      rows: named<Row>(outcome.rows),
      async isFoundIn(trx) {
        step ??= expecting(query, outcome)
        return (await connectionOf(trx))?.finds(step) ?? false
      },
    }
  }
}

/**
 * The same for what is written in a transaction. On SQLite nobody waits for it there, because a message to the thread that writes costs
 * more than most statements: it goes with the next one whose answer somebody needs. What it fails with fails that one, or the commit.
 */
export function posted<Given extends object>(
  build: Build<Given, unknown>,
): (trx: Transaction | Database, given: Given, table?: string) => Promise<void> {
  const compile = compiledOnce(build)
  return (trx, given, table = '') => post(trx, compile(trx, given, table))
}

/** The same for a query that was compiled elsewhere. */
export async function post(trx: Transaction | Database, query: CompiledQuery<unknown>): Promise<void> {
  const connection = trx.isTransaction ? connectionOf(trx) : undefined
  if (connection) (connection instanceof Promise ? await connection : connection).post(query)
  else await trx.executeQuery(query)
}

/** Rows with their columns called as they are in `Schema`. */
function named<Row>(rows: Record<string, unknown>[]): Row[] {
  return rows.map((row) => {
    const named: Record<string, unknown> = {}
    for (const column in row) named[nameOf(column)] = row[column]
    return named as Row
  })
}

const names = new Map<string, string>()

function nameOf(column: string): string {
  const name = names.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  names.set(column, name)
  return name
}

/** A query for what has these fields, in this order. */
type Compiled<Row> = { fields: readonly string[]; query: CompiledQuery<Row> }

function compiledOnce<Given extends object, Row>(build: Build<Given, Row>) {
  const compiled = new WeakMap<object, Map<string, Compiled<Row>[]>>()

  /** The same on a database and in its transactions; what has other fields is another query. */
  function compile(db: Database, given: Given, table: string): CompiledQuery<Row> {
    const { adapter } = db.getExecutor()
    const ofDatabase = compiled.get(adapter) ?? new Map<string, Compiled<Row>[]>()
    compiled.set(adapter, ofDatabase)
    const ofTable = ofDatabase.get(table) ?? []
    ofDatabase.set(table, ofTable)
    const known = ofTable.find(({ fields }) => has(given, fields))
    if (known) return known.query
    const fields = Object.keys(given)
    const query = build(db, Object.fromEntries(fields.map((field) => [field, new Place(field)])) as Given, table).compile(db)
    ofTable.push({ fields, query })
    return query
  }

  return (db: Database, given: Given, table: string): CompiledQuery<Row> => {
    const query = compile(db, given, table)
    return { ...query, parameters: query.parameters.map((value) => (value instanceof Place ? given[value.field as keyof Given] : value)) }
  }
}

/** Whether it has these fields in this order, and no others. */
function has(given: object, fields: readonly string[]): boolean {
  let at = 0
  for (const field in given) if (field !== fields[at++]) return false
  return at === fields.length
}
