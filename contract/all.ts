import { bookings } from './bookings.ts'
import { branches } from './branches.ts'
import type { Answer, Endpoint, Endpoints } from './endpoint.ts'
import { images } from './images.ts'
import type { Listing } from './listing.ts'
import { menus } from './menu.ts'
import { movies } from './movies.ts'
import { news } from './news.ts'
import { promoCodes } from './promo-codes.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** Every call of the product, by resource: what the documents describe, and what whatever goes by resources goes by. */
export const contract = {
  session,
  sessions,
  users,
  movies,
  images,
  branches,
  news,
  menus,
  bookings,
  promoCodes,
} as const satisfies Record<string, Endpoints>
export type Contract = typeof contract

type Kept = { list: Endpoint & { listing: Listing; one: string }; restore: Endpoint }

/** The resources whose items are records: they have versions, a history, a trash, and a list that finds them. Their tables are called like them. */
export type ResourceName = { [Name in keyof Contract]: Contract[Name] extends Kept ? Name : never }[keyof Contract]

/** The item of such a resource, as a client reads it. */
export type ItemOf<Name extends ResourceName> = Answer<Contract[Name]['restore']>

const isKept = (name: keyof Contract): name is ResourceName => 'restore' in contract[name]
export const resourceNames: readonly ResourceName[] = (Object.keys(contract) as (keyof Contract)[]).filter(isKept)
