/** The faces of the resources, under the names that `contract/calls.ts` gives them. */
export { face as bookings } from './bookings/index.ts'
export { face as branches } from './branches/index.ts'
export { face as menus } from './menu/index.ts'
export { face as movies } from './movies/index.ts'
export { face as news } from './news/index.ts'
export { face as promoCodes } from './promo-codes/index.ts'
