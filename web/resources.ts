/** The configurations of the resources, under the names that `contract/calls.ts` gives them. */

export { config as closures } from './bookings/closures/index.ts'
export { config as bookings } from './bookings/index.ts'
export { config as branches } from './branches/index.ts'
export { config as menus } from './menu/index.ts'
export { config as movies } from './movies/index.ts'
export { config as news } from './news/index.ts'
export { config as promoCodes } from './promo-codes/index.ts'
