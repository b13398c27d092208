import type { Contract, ItemOf, ResourceName } from '#contract/all.ts'
import type { RecordColumns, RecordTables, Transaction } from '#server/db/schema.ts'
import type { CustomFilters, IsPublic } from '#server/lists/filters.ts'

export type Row<Name extends ResourceName> = RecordTables[Name]

/** The columns that a resource provides; the repository adds the rest. */
export type Own<Name extends ResourceName> = Omit<Row<Name>, keyof RecordColumns | `${string}Sort`>

type Filters<Name extends ResourceName> = Contract[Name]['list']['listing']['filters']
/** The custom filters of a resource, which have no field: the resource defines their conditions. */
export type OwnFilter<Name extends ResourceName> = {
  [Filter in keyof Filters<Name>]: Filters<Name>[Filter] extends { kind: 'own' } ? Filter : never
}[keyof Filters<Name>]

export type Options<Name extends ResourceName, Conditions> = {
  /** Converts a row into an item; the default takes the fields that the contract names. */
  present?: (row: Row<Name>) => ItemOf<Name>
  custom: Conditions
  /** The condition that the public sees a record on a day; the default is by the listing's `publicDays`. */
  isPublic?: IsPublic
  /** Runs before a record is erased: removes references to the record, or prevents the erasure by throwing an `HttpError`. */
  beforeErase?: (trx: Transaction, trashed: Row<Name>) => Promise<void>
}

/** `custom` holds the conditions of the custom filters' options. It is required if the listing has such a filter. */
export type OptionsFor<Name extends ResourceName> = [OwnFilter<Name>] extends [never]
  ? [options?: Partial<Options<Name, Record<never, never>>>]
  : [options: Options<Name, Record<OwnFilter<Name>, CustomFilters[string]>>]
