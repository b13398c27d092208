import { bookings } from './bookings.ts'
import { branches } from './branches.ts'
import type { Endpoints } from './endpoint.ts'
import { images } from './images.ts'
import { menus } from './menus.ts'
import { movies } from './movies.ts'
import { news } from './news.ts'
import { promoCodes } from './promo-codes.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** Every call of the product, by resource: what the documents describe and the access tests walk. */
export const contract = { session, sessions, users, movies, images, branches, news, menus, bookings, promoCodes } as const satisfies Record<
  string,
  Endpoints
>
