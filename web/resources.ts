import { face as bookings } from '#web/bookings/index.ts'
import { face as branches } from '#web/branches/index.ts'
import { face as menus } from '#web/menu/index.ts'
import { face as movies } from '#web/movies/index.ts'
import { face as news } from '#web/news/index.ts'
import { face as promoCodes } from '#web/promo-codes/index.ts'
import type { Face } from './face.ts'

/** The resources by the names that the server calls them, in the order of the top bar. */
export const resources = { movies, bookings, menus, branches, news, promoCodes } satisfies Record<string, Face>
