import * as calls from './calls.ts'
import type { Answer, Endpoint, Endpoints } from './endpoint.ts'
import { imports } from './imports.ts'
import type { Listing } from './listing.ts'

/** All endpoints by resource. The API's documents describe them, and code that handles every resource loops over them. */
export const contract = {
  ...calls,
  movies: { ...calls.movies, ...imports.movies },
  menus: { ...calls.menus, ...imports.menus },
  branches: { ...calls.branches, ...imports.branches },
  promoCodes: { ...calls.promoCodes, ...imports.promoCodes },
  news: { ...calls.news, ...imports.news },
} satisfies Record<string, Endpoints>
export type Contract = typeof contract

type WithRecords = { list: Endpoint & { listing: Listing; one: string }; restore: Endpoint }

/** The resources whose items are records: versions, history, trash and a list. Each has a table of the same name. */
export type ResourceName = { [Name in keyof Contract]: Contract[Name] extends WithRecords ? Name : never }[keyof Contract]

/** The item of such a resource, as a client reads it. */
export type ItemOf<Name extends ResourceName> = Answer<Contract[Name]['restore']>

const hasRecords = (name: keyof Contract): name is ResourceName => 'restore' in contract[name]
export const resourceNames: readonly ResourceName[] = (Object.keys(contract) as (keyof Contract)[]).filter(hasRecords)
