import type { Booking } from '#contract/bookings.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { config } from '#web/bookings/index.ts'
import { dayInWords, timeInWords } from '#web/components/dates.ts'
import { targetOf } from '#web/lists/selection/bulk-target.ts'

/** A guest may have several bookings, so the report of an action also has the day and the time. */
export const labelOf = ({ fullName, date, time }: Booking) => ({ name: fullName, more: `, ${dayInWords(date)}, ${timeInWords(time)}` })

export const bookingTarget = targetOf(bookingApi, config.at, labelOf)
