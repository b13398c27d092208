import type { output, ZodMiniType } from 'zod/mini'
import type { Contract, ResourceName } from '#contract/all.ts'
import type { Person } from '#contract/session.ts'
import type { Transaction } from '#server/db/schema.ts'
import type { Isolation } from '#server/db/transaction.ts'
import type { Matching, Target } from '#server/imports/target.ts'
import type { Own, Row } from '#server/records/repository-options.ts'

/** What a caller sends to change a record. */
export type Input<Name extends ResourceName> = Contract[Name] extends { update: { body: infer Body extends ZodMiniType } }
  ? output<Body>
  : never

/** The values that a record may be restored with in place of its own. */
export type Instead<Name extends ResourceName> = Contract[Name] extends { restore: { body: infer Body extends ZodMiniType } }
  ? NonNullable<NonNullable<output<Body>> extends { instead?: infer Values } ? Values : never>
  : Record<never, never>

/** One of many changes in one call. */
export type ChangeOf<Name extends ResourceName> = Contract[Name] extends {
  change: { body: ZodMiniType<{ changes: (infer Change)[] }> }
}
  ? Change
  : never

/** The fields that such a change sets. */
export type SetsOf<Name extends ResourceName> = Exclude<ChangeOf<Name>, { deleted: boolean } | { erased: true } | { restore: number }>

/** The rules of a resource beyond its fields. Each rule runs in the transaction of the change, and refuses by throwing an `HttpError`. */
export type Rules<Name extends ResourceName> = {
  /** Returns the columns of a validated input that don't map directly to its fields. `current` is the row before an update. */
  columns?: (trx: Transaction, input: Input<Name>, current: Row<Name> | undefined, by: Person) => Promise<Partial<Own<Name>>>
  /**
   * Returns the columns that an earlier version restores besides those that map directly to its fields; the default is `columns`.
   * `current` may be in the trash; restoring the version takes it out.
   */
  columnsOfVersion?: (trx: Transaction, version: Input<Name>, current: Row<Name>, by: Person) => Promise<Partial<Own<Name>>>
  /** Returns the columns that one of many changes sets besides those of an update with its fields. Runs after `columns`. */
  columnsOfSets?: (trx: Transaction, sets: SetsOf<Name>, current: Row<Name>) => Promise<Partial<Own<Name>>>
  /** Runs before `current` is updated with `input`. */
  update?: (trx: Transaction, current: Row<Name>, input: Input<Name>, by: Person) => Promise<void>
  /** Runs before `current` is deleted. */
  remove?: (trx: Transaction, current: Row<Name>, by: Person) => Promise<void>
  /** Runs before `trashed` is restored with the values of `instead` in place of its own. Returns the columns that this changes. */
  restore?: (trx: Transaction, trashed: Row<Name>, instead: Instead<Name>, by: Person) => Promise<Partial<Own<Name>>>
  /** How an import finds records by their key, unless the key has an alphabetical order or an index of its own. */
  matching?: Matching
  /** Turns the values of an imported row into those that the input's schema expects. */
  resolve?: Target['resolve']
  /** The isolation level of its changes; the default is `serializable`. */
  isolation?: Isolation
  /** The column with the id of what `columns`, `remove` and `restore` lock; many changes in one call lock it in one order. */
  locks?: keyof Row<Name> & string
}
