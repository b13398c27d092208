import type { FastifyInstance } from 'fastify'
import type { ResourceName } from '#contract/all.ts'
import { users } from './access/users.ts'
import { bookings } from './bookings/bookings.ts'
import { branches } from './branches/branches.ts'
import type { Records } from './database/records.ts'
import type { Guard } from './http/guard.ts'
import { plain } from './http/resource.ts'
import { images } from './images/images.ts'
import type { Means } from './means.ts'
import { movies } from './movies/movies.ts'
import { promoCodes } from './promo-codes/promo-codes.ts'

/** A resource's face on the server: how its records are kept, and the routes of its calls. */
type Resource<Name extends ResourceName> = {
  records: Records<Name>
  routes: (app: FastifyInstance, guard: Guard, means: Means) => void
}

/** Every resource; one of the contract that is missing here doesn't compile. `plain` has no rules besides those of its fields. */
export const resources: { [Name in ResourceName]: Resource<Name> } = {
  movies,
  images,
  branches,
  news: plain('news'),
  menus: plain('menus'),
  bookings,
  promoCodes,
  users,
}
