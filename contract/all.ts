import * as calls from './calls.ts'
import type { Answer, Endpoint, Endpoints } from './endpoint.ts'
import type { Listing } from './listing.ts'

/** Every call of the product, by resource: what the documents describe, and what whatever goes by resources goes by. */
export const contract = calls satisfies Record<string, Endpoints>
export type Contract = typeof contract

type Kept = { list: Endpoint & { listing: Listing; one: string }; restore: Endpoint }

/** The resources whose items are records: they have versions, a history, a trash, and a list that finds them. Their tables are called like them. */
export type ResourceName = { [Name in keyof Contract]: Contract[Name] extends Kept ? Name : never }[keyof Contract]

/** The item of such a resource, as a client reads it. */
export type ItemOf<Name extends ResourceName> = Answer<Contract[Name]['restore']>

const isKept = (name: keyof Contract): name is ResourceName => 'restore' in contract[name]
export const resourceNames: readonly ResourceName[] = (Object.keys(contract) as (keyof Contract)[]).filter(isKept)
