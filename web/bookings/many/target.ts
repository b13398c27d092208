import { bookingApi } from '#web/bookings/api.ts'
import { config } from '#web/bookings/index.ts'
import { targetOf } from '#web/lists/selection/bulk-target.ts'
import { labelOf } from './label.ts'

export const bookingTarget = targetOf(bookingApi, config.at, labelOf)
