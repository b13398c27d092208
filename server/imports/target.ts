import type * as z from 'zod/mini'
import type { ResourceName } from '#contract/all.ts'
import type { Person } from '#contract/session.ts'
import type { RecordTables, Transaction } from '#server/db/schema.ts'
import type { Errors, Values } from './cells.ts'

export type Row = RecordTables[ResourceName]
/** The user who imports, and the batch of the import. */
export type Importer = Person & { batch?: string | undefined }
type Written = { _id: string; version: number }

/**
 * How a key finds records: `column` has an index, and the value `of(key)` in all records whose key may be the same. The key's own column has an index
 * too, unless `isUnique`: then at most one live record has the value.
 */
export type Matching = { column: string; of: (key: string) => string; isUnique?: true }

/** The collection that rows are imported into, with the operations of its own calls. */
export type Target = {
  name: ResourceName
  /** The singular name in a sentence: 'movie'. */
  one: string
  /** The field by which rows are matched, unless a call chooses another. */
  key: string
  matching: Matching
  schema: z.ZodMiniType & { shape: Readonly<Record<string, z.ZodMiniType>> }
  /** Returns the fields of a row as a user would send them to change nothing. */
  inputOf: (row: Row) => Values
  present: (row: Row) => object
  /** Turns the values of a row into those that the schema expects, where that takes the database. */
  resolve: ((trx: Transaction, values: Values) => Promise<{ values: Values; errors: Errors }>) | undefined
  /** Throws the `HttpError` with which the collection's rules refuse the input. Writes nothing. */
  check: (trx: Transaction, input: Values, current: Row | undefined, by: Person) => Promise<unknown>
  create: (trx: Transaction, input: Values, by: Importer) => Promise<Written>
  update: (trx: Transaction, called: { id: string; expected: number }, input: Values, by: Importer) => Promise<Written>
}
