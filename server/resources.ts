import type { FastifyInstance } from 'fastify'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import { bookings } from './bookings/bookings.ts'
import { branches } from './branches/branches.ts'
import { closures } from './closures/closures.ts'
import type { Dependencies } from './dependencies.ts'
import type { Guard } from './http/guard.ts'
import { type PlainName, plain, type ReplaceImage } from './http/resource.ts'
import { images } from './images/images.ts'
import { movies } from './movies/movies.ts'
import { promoCodes } from './promo-codes/promo-codes.ts'
import type { Records } from './records/repository.ts'
import { users } from './users/users.ts'

/** A resource on the server: how its records are stored, and the routes of its calls. */
type Resource<Name extends ResourceName> = {
  records: Records<Name>
  routes: (app: FastifyInstance, guard: Guard, dependencies: Dependencies) => void
  replaceImage?: ReplaceImage
}

/** The resources with rules or calls of their own. A resource with calls that is missing here doesn't compile. */
const own: { [Name in Exclude<ResourceName, PlainName>]: Resource<Name> } & { [Name in PlainName]?: Resource<Name> } = {
  movies,
  images,
  branches,
  bookings,
  closures,
  promoCodes,
  users,
}

/** Every resource of the contract. A resource without an entry above is a plain collection. */
export const resources = Object.fromEntries(resourceNames.map((name) => [name, own[name] ?? plain(name as PlainName)])) as {
  [Name in ResourceName]: Resource<Name>
}
