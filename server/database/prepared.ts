import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Database } from './schema.ts'

/** Stands for the value of a field while a query is compiled. */
class Place {
  readonly field: string

  constructor(field: string) {
    this.field = field
  }
}

/** A query of Kysely's, or a `sql` template. */
type Buildable<Row> = { compile(db: QueryExecutorProvider): CompiledQuery<Row> }

/**
 * A query that is built and compiled once and not each time, which costs more than to run it. `build` sees a place in place of each field
 * of what is given, so nothing in it may depend on what stands there; but there may be one for each `table`.
 *
 *     const byHash = prepared((db, { hash }: { hash: string }) => db.selectFrom('images').selectAll().where('hash', '=', hash))
 *     const [image] = await byHash(db, { hash })
 */
export function prepared<Given extends object, Row>(
  build: (db: Database, given: Given, table: string) => Buildable<Row>,
): (db: Database, given: Given, table?: string) => Promise<Row[]> {
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

  return async (db, given, table = '') => {
    const query = compile(db, given, table)
    const parameters = query.parameters.map((value) => (value instanceof Place ? given[value.field as keyof Given] : value))
    const filled: CompiledQuery<Row> = { ...query, parameters }
    return (await db.executeQuery(filled)).rows
  }
}
